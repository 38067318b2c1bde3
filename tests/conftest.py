"""One Hypothesis profile for every test: the same examples on every run, no deadline, nothing written to disk."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("steady")
