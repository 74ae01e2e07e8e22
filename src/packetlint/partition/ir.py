"""Read an IR, the sealed inventory that a proposal is built from. Seed: agent-context-partitioner, Context IR invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.json_faults import JsonFault, lone_surrogates
from packetlint.core.json_reader import read_json
from packetlint.core.source import Source
from packetlint.partition.inventory import take
from packetlint.partition.schema import is_valid, violations

if TYPE_CHECKING:
    from packetlint.core.json_reader import JsonDocument, Path
    from packetlint.partition.inventory import Inventory
    from packetlint.partition.schema import Violation

_COUNTS = ("capacityTokens", "tokenEstimate")


def load(name: str, raw: bytes) -> Inventory:
    """Read the IR that goes by `name`.

    Raises UsageError, one line with the place, for what is no JSON or not as the schema has it. A number that is no
    number of tokens is left to the rules, which have a word for it.
    """
    try:
        source = Source(name, raw)
        document = read_json(source)
    except UnreadableError as error:
        raise UsageError(f"{name} {error}") from None
    except JsonFault as fault:
        raise _error(source, fault.start, f"{fault.message}{fault.help and f'; {fault.help}'}") from None
    _refuse_ambiguity(document)
    if not is_valid("ir", document.value):
        _explain(document)
    return take(document.value)


def _refuse_ambiguity(document: JsonDocument) -> None:
    """Refuse what a proposal could not hold, or could hold in two ways."""
    for repeat in document.scan.repeats if document.repeats else ():
        raise _error(document.source, repeat.start, "the key stands twice in its object")
    for start, _ in lone_surrogates(document.source.text):
        raise _error(document.source, start, "the escape is half a character")


def _explain(document: JsonDocument) -> None:
    found = [violation for violation in violations("ir", document.value) if not _is_number_of_tokens(violation, document)]
    if found:
        first = min(found, key=lambda violation: document.nearest(violation.path)[0].start)
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise _error(document.source, _place(document, first), f"{_called(first.path)} {first.message}{more}")


def _place(document: JsonDocument, violation: Violation) -> int:
    """Give the offset of what is wrong: of a field that is not known, its key."""
    place, _ = document.nearest(violation.path)
    if violation.keyword == "additionalProperties" and isinstance(place.inside, dict):
        keys = (member.key_start for name, member in place.inside.items() if f"`{name}`" in violation.message)
        return next(keys, place.start)
    return place.start


def _is_number_of_tokens(violation: Violation, document: JsonDocument) -> bool:
    """Say whether a value that the schema refuses is at least a number, where a number of tokens is due."""
    value = document.value
    for step in violation.path:
        value = value[step]
    return violation.path[-1:] in {(name,) for name in _COUNTS} and isinstance(value, int | float) and not isinstance(value, bool)


def _called(path: Path) -> str:
    return f"`{'.'.join(map(str, path))}`" if path else "the IR"


def _error(source: Source, offset: int, message: str) -> UsageError:
    line, column = source.position(offset)
    return UsageError(f"{source.path}:{line}:{column}: {message}")
