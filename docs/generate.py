"""Write what is generated: a page for every rule, their index, and the JSON Schema of the configuration.

`python docs/generate.py` writes; with `--check` it changes nothing, lists what is out of date and exits with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from packetlint.cli.explanation import explanation_of
from packetlint.cli.kinds import all_rules
from packetlint.cli.rule import basis, under_recommended
from packetlint.core.config_schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.rule import Rule

ROOT = Path(__file__).resolve().parent.parent
PAGES = "docs/rules"
SCHEMA_FILE = "src/packetlint/packetlint.schema.json"

_ABOUT = """`packetlint rule NAME` prints the same pages. An exact rule reports only what is there. A heuristic rule judges
prose and can be wrong; `preset = "recommended"` makes each of them a warning."""


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write or check the generated files below `root` and give the exit status."""
    parser = argparse.ArgumentParser(description="Write the rules' pages and the configuration's JSON Schema.")
    parser.add_argument("--check", action="store_true", help="change nothing; list what is out of date and exit with 1")
    is_check = parser.parse_args(argv).check
    stale = _stale(root)
    for path, content in stale.items():
        if is_check:
            print(f"{path} {'is out of date' if content is not None else 'belongs to no rule'}: run python docs/generate.py")
        else:
            _write(root / path, content)
    return 1 if is_check and stale else 0


def generated() -> dict[str, str]:
    """Give every generated file: its path from the top, and its text."""
    pages = {f"{PAGES}/{rule.name}.md": _page(rule) for rule in all_rules()}
    return {**pages, f"{PAGES}/index.md": _index(), SCHEMA_FILE: json.dumps(SCHEMA, indent=2, ensure_ascii=False) + "\n"}


def _stale(root: Path) -> dict[str, str | None]:
    """Give the files that are not as they should be, with the text they should have; None for a page of a rule that is gone."""
    wanted = generated()
    present = {path.relative_to(root).as_posix() for path in (root / PAGES).rglob("*.md")}
    stale: dict[str, str | None] = {path: text for path, text in wanted.items() if _text(root / path) != text}
    return {**stale, **dict.fromkeys(sorted(present - wanted.keys()))}


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _write(path: Path, content: str | None) -> None:
    if content is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8", newline="\n")


def _page(rule: Rule) -> str:
    explanation = explanation_of(rule.name)
    fix = f"{explanation.fix} fix" if explanation.fix else "no fix"
    traits = f"**{rule.severity}** · {basis(rule)} ({under_recommended(rule)}) · {fix}"
    return f"# {rule.name}\n\n{rule.summary[:1].upper()}{rule.summary[1:]}.\n\n{traits}\n\n{explanation.text}\n"


def _index() -> str:
    rows = [
        f"| [{rule.name}]({rule.name}.md) | {rule.severity} | {basis(rule)} | {explanation_of(rule.name).fix or ''} | {rule.summary} |"
        for rule in all_rules()
    ]
    head = ["| rule | severity | basis | fix | what it finds |", "| --- | --- | --- | --- | --- |"]
    return "\n".join(["# Rules", "", _ABOUT, "", *head, *rows, ""])


if __name__ == "__main__":
    sys.exit(main())
