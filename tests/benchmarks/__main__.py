"""`python -m tests.benchmarks [NAME …]`: run the benchmarks, all or the named ones, and print what they measure.

Every module of this package but this one is a benchmark; its `main()` prints ratios, measured in this very run.
"""

import importlib
import pkgutil
import sys

import tests.benchmarks


def main(wanted: list[str]) -> int:
    """Run the named benchmarks (all if none is named); out: the exit status."""
    known = sorted(module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__) if module.name[0] != "_")
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"unknown benchmark {', '.join(unknown)}; known are {', '.join(known)}", file=sys.stderr)
        return 2
    for name in wanted or known:
        print(f"== {name}", flush=True)
        importlib.import_module(f"tests.benchmarks.{name}").main()
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
