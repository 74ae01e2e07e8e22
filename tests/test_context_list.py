"""Every line that the seed promises has a test that names it."""

from __future__ import annotations

import ast
from pathlib import Path

from contexts import BUDGETS, CONSUMERS, ROLES, ROWS

_TESTS = sorted(Path(__file__).parent.glob("test_context_*.py"))


def _named(path: Path) -> set[str]:
    """Give the lines that a file's tests name; `*BUDGET_ROWS` stands for all of the budget table."""
    tree = ast.parse(path.read_text("utf-8"))
    decorators = [node for test in ast.walk(tree) if isinstance(test, ast.FunctionDef) for node in test.decorator_list]
    arguments = [arg for node in decorators if isinstance(node, ast.Call) and _is_proves(node.func) for arg in node.args]
    return {str(arg.value) for arg in arguments if isinstance(arg, ast.Constant)}


def _is_proves(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "proves"


def test_no_line_is_without_a_test() -> None:
    budgets = {f"budget/{role}/{consumer}" for role in ROLES for consumer in CONSUMERS}
    named = set().union(*map(_named, _TESTS))
    assert ROWS - budgets - named == set()


def test_the_table_of_budgets_is_whole_and_walked_by_a_test() -> None:
    assert set(BUDGETS) == set(ROLES)
    assert all(len(row) == len(CONSUMERS) for row in BUDGETS.values())
    assert "for role, row in BUDGETS.items()" in (Path(__file__).parent / "test_context_budgets.py").read_text("utf-8")
