"""crdtviz: see why replicated data goes wrong.

Five small replicated data types, each broken, attempted and fixed, that differ in one rule. They are bounded teaching
models, not a production library.
"""

from .events import ScheduleError
from .family import Family, RuleError, with_rule
from .laws import LAWS, judge
from .models import FAMILIES, VERSIONS
from .run import run, solve
from .trace import Step, Trace

__version__ = "0.1.0"

__all__ = [
    "FAMILIES",
    "Family",
    "LAWS",
    "RuleError",
    "ScheduleError",
    "Step",
    "Trace",
    "VERSIONS",
    "judge",
    "run",
    "solve",
    "with_rule",
]
