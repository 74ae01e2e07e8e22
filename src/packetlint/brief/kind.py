"""The kind `brief`, as the engine knows it."""

from __future__ import annotations

from packetlint.brief.facts import gather
from packetlint.brief.reader import may_hold, read
from packetlint.brief.rules import RULES
from packetlint.core.rule import Kind

KIND = Kind("brief", "briefs", (".md", ".markdown"), may_hold, read, gather, RULES)
