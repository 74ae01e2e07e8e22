"""Measure every row of the speed table, as ratios to something in the same run.

    python -m benchmarks.run [--json FILE] [--readme]

Whole commands are measured with `hyperfine` where it is installed, else with a loop of our own. What is measured is a
real installation in a virtual environment of its own, because an editable one has no compiled modules where
PYTHONDONTWRITEBYTECODE is set. What a machine lacks is skipped by name. `--readme` writes the table into README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks import links, rebuild, starts
from benchmarks.install import ROOT, install
from benchmarks.rows import placed, table

_README = ROOT / "README.md"
COMMAND = "python -m benchmarks.run --readme"


def main() -> int:
    """Measure every row, show the table, and give 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE", help="write the rows there, a list of objects; - is standard output")
    parser.add_argument("--readme", action="store_true", help="write the table into README.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        binary = install(Path(directory) / "venv")
        rows = [row for each in (starts, links, rebuild) for row in each.measure(Path(directory), binary)]
    document = json.dumps([row.document() for row in rows], indent=2) + "\n"
    if arguments.json and arguments.json != "-":
        Path(arguments.json).write_text(document, encoding="utf-8")
    if arguments.readme:
        _README.write_text(placed(_README.read_text(encoding="utf-8"), table(rows), COMMAND), encoding="utf-8")
    sys.stdout.write(document if arguments.json == "-" else table(rows))
    return int(any(row.is_missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
