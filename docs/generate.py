"""Write what is generated: a page for every rule, their index, the JSON Schema of the configuration and the table of its keys.

`python docs/generate.py` writes; with `--check` it changes nothing, lists what is out of date and exits with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packetlint.cli.explanation import explanation_of
from packetlint.cli.kinds import all_rules
from packetlint.cli.rule import basis, under_recommended
from packetlint.core.config_schema import SCHEMA
from packetlint.core.user_config import SCHEMA as PERSONAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.rule import Rule

ROOT = Path(__file__).resolve().parent.parent
PAGES = "docs/rules"
SCHEMA_FILE = "src/packetlint/packetlint.schema.json"
USER_SCHEMA_FILE = "src/packetlint/user-config.schema.json"
PUBLISHED = "docs/schemas"  # the site gives out the schemas that the package ships
CONFIGURATION = "docs/configuration.md"  # written by people, but for the tables of keys between two comments

_ABOUT = """`packetlint rule NAME` prints the same pages. An exact rule reports only what is there. A heuristic rule judges
prose and can be wrong; `preset = "recommended"` makes each of them a warning."""


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write or check the generated files below `root` and give the exit status."""
    parser = argparse.ArgumentParser(description="Write the rules' pages, and the configuration's JSON Schema and keys.")
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
    schemas = {SCHEMA_FILE: _written(SCHEMA), USER_SCHEMA_FILE: _written(PERSONAL)}
    published = {f"{PUBLISHED}/{Path(path).name}": text for path, text in schemas.items()}
    return {**pages, f"{PAGES}/index.md": _index(), **schemas, **published, CONFIGURATION: _configuration()}


def _written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


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


def _configuration() -> str:
    """Give the page of the configuration as it stands, with today's tables of keys."""
    text = (ROOT / CONFIGURATION).read_text(encoding="utf-8")
    for name, schema in (("repository", SCHEMA), ("person", PERSONAL)):
        begin, end = f"<!-- keys of the {name}: written by docs/generate.py -->\n", "<!-- end of keys -->"
        before, _, rest = text.partition(begin)
        rows = "".join(f"{row}\n" for row in ("| key | value | meaning |", "| --- | --- | --- |", *_rows(schema)))
        text = f"{before}{begin}{rows}{end}{rest.partition(end)[2]}"
    return text


def _rows(table: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yield a row for every key of a table's schema, and for those of the tables in it."""
    for name, value in table["properties"].items():
        inner = value.get("items", value) if "properties" in value.get("items", value) else None
        if inner is None or inner is not value:
            yield f"| `{above}{name}` | {_kind(value)} | {value['description']} |"
        if inner is not None:
            yield from _rows(inner, f"{above}{name}{'[]' if inner is not value else ''}.")


def _kind(value: dict[str, Any]) -> str:
    """Say in words what a key takes."""
    if "enum" in value:
        return " or ".join(f"`{word}`" for word in value["enum"])
    if value["type"] == "array":
        return "tables" if "properties" in value["items"] else "list of texts"
    if value["type"] == "object":
        return f"table: name = {_kind(value['additionalProperties'])}"
    bounds = ", ".join(f"{word} {value[key]}" for key, word in (("minimum", "at least"), ("maximum", "at most")) if key in value)
    return _WORDS[value["type"]] + (f", {bounds}" if bounds else "")


_WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "`true` or `false`"}


if __name__ == "__main__":
    sys.exit(main())
