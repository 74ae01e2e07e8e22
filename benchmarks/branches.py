"""Measure which lines and branches the tests run, the programs that they start included: `python -m benchmarks.branches`.

The bar stands in pyproject.toml (`fail_under`). Gives coverage's own status.
"""

from __future__ import annotations

import subprocess
import sys

from benchmarks.install import ROOT

_COVERAGE = (sys.executable, "-m", "coverage")


def main() -> int:
    """Run the tests under coverage and print its table, the total last."""
    for arguments in (("erase",), ("run", "-m", "pytest", "-q", "-n", "2"), ("combine", "--quiet")):
        done = subprocess.run([*_COVERAGE, *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return subprocess.run([*_COVERAGE, "report"], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
