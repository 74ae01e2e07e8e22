"""What a text is about: whether it names the task, one it depends on, or a path of its scope."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from packetlint.packet.paths import named_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from packetlint.packet.model import Contract


def is_about(contract: Contract, texts: Iterable[str]) -> bool:
    """Say whether any of the texts names the contract's task, a task it depends on, or a path of its scope."""
    text = "\n".join(texts)
    ids = (contract.task_id, *contract.dependencies)
    return any(names_id(text, each) for each in ids) or named_in(text, contract.paths)


def names_id(text: str, name: str) -> bool:
    """Say whether a text holds an id as a word of its own: `task-1` is not in `task-10`."""
    return name in text and _word(name).search(text) is not None


@lru_cache(maxsize=4096)
def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)
