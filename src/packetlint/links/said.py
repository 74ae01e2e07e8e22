"""What resolving one link gave, in words; a rule only picks what is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from packetlint.core.diagnostic import Severity


class Said(NamedTuple):
    """What was found out about a link: the rule, the link's number in the list, and the words."""

    rule: str
    link: int
    message: str
    help: str = ""
    severity: Severity | None = None
    contract: str | None = None
    spelling: str | None = None
