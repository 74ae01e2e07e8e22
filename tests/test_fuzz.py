"""Whatever the bytes: diagnostics with places inside the file, and no failure of a rule.

`python tests/fuzz.py MINUTES` runs the same for as long as one likes.
"""

from __future__ import annotations

import random

import pytest
from fuzz import check, mutated, originals

ROUNDS = 10_000


@pytest.mark.parametrize("text", ["## Context Packet\n\n### Acceptance Criteria\n- [ ] [[]]\n"])
def test_what_once_failed_does_not_again(text: str) -> None:
    check(text.encode(), "brief.md")


@pytest.mark.parametrize("part", range(4))
def test_mutated_fixtures_give_diagnostics_only(part: int) -> None:
    source = random.Random(part)
    texts = originals()
    for _ in range(ROUNDS // 4):
        path, original = source.choice(texts)
        check(mutated(original, source), path)
