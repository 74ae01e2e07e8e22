"""What is installed beside packetlint: everything declared is used and explained, everything used is declared."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from typing import TYPE_CHECKING

from precommit_home import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_OURS = ("collation", "online", "tokens")
_BROUGHT = {"mcp-types": "mcp"}  # a part of what is declared, installed under a name of its own
_UNSEEN = {"ruamel.yaml.clib"}  # ruamel.yaml loads it


def _declared() -> set[str]:
    extras = [line for name in _OURS for line in _PROJECT["optional-dependencies"][name]]
    return {re.split(r"[>=;\s]", line, maxsplit=1)[0] for line in (*_PROJECT["dependencies"], *extras)}


def _modules(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module imports, by statement or by `import_module`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module" and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value)


def _imported() -> set[str]:
    """Give the distributions, in small letters, that anything of `src/` imports from."""
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "src").rglob("*.py")]
    tops = {name.partition(".")[0] for tree in trees for name in _modules(tree)} - sys.stdlib_module_names - {"packetlint"}
    of = packages_distributions()
    found = {name.lower() for top in tops for name in of[top]}
    return {_BROUGHT.get(name, name) for name in found}


def test_what_is_declared_is_imported_and_nothing_else() -> None:
    assert _imported() | _UNSEEN == _declared()


def test_what_is_declared_is_explained() -> None:
    section = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("## What is installed")[2]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ") and not line.startswith(("| package", "| ---"))]
    assert {name.strip() for row in rows for name in row.split(",")} == _declared()
