"""Small briefs for tests: one that is good, and ones with a known fault."""

from __future__ import annotations

GOOD = """\
## Agent Brief

**Category:** bug
**Summary:** Search results lose their order on the second page

**Current behavior:**
The second page is sorted by id, whatever order was asked for.

**Desired behavior:**
Every page keeps the order that was asked for.

**Key interfaces:**
- `SearchQuery.order` — must reach the page loader

**Acceptance criteria:**
- [ ] Returns the second page in the order of the first

**Out of scope:**
- Ranking
"""
LINE = GOOD.replace("sorted by id,", "sorted by id (see pager.py:40),")
LINE_CONCISE = "brief.md:7:38: error[brief/file-line-reference] `pager.py:40` names a line of a file, and lines move\n"
CATEGORY = GOOD.replace("bug", "fix", 1)
WARNING = GOOD.replace("- Ranking\n", "- Ranking\n- Ranking\n")
