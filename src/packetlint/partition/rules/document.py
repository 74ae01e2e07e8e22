"""The document as a whole: JSON, schema, closed objects, outer fields. Seed: agent-context-partitioner, Output and validation; Modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.core.diagnostic import Finding
from packetlint.partition.finding import found
from packetlint.partition.javascript import is_digest, is_one_of
from packetlint.partition.schema import is_valid, shown, violations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.core.json_reader import Path
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Proposal, Unclosed
    from packetlint.partition.schema import Violation

MODES = ("ACTIVE_SET_PARTITION", "CONTINUATION_REQUIREMENTS")
FORBIDDEN = ("READY", "AUTHORIZED", "ADMITTED", "SPAWN")
_VERSION = "2.0.0"
_NONE = "NONE"

# Values that a rule of their own judges at least as strictly as the schema does; `*` is any index.
_JUDGED_ELSEWHERE: frozenset[tuple[str, ...]] = frozenset(
    [
        ("schemaVersion",),
        ("mode",),
        ("sourceRootDigest",),
        ("policyDigest",),
        ("coverageDigest",),
        ("truthEffect",),
        ("authorityEffect",),
        ("targets", "*", "capacityTokens"),
        ("items", "*", "tokenEstimate"),
        ("items", "*", "retrievalSpace", "spaceId"),
        ("dispositions", "*", "disposition"),
        ("dispositions", "*", "sourceTargetRef"),
        ("transfers", "*", "disclosureProofRef"),
    ]
)


def json_invalid(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what keeps the text from being JSON; and, as a warning, escapes that are half a character."""
    fault = proposal.fault
    if fault is not None:
        yield Finding(fault.start, fault.end, fault.message, fault.help)
        return
    for start, end in proposal.lone_surrogates():
        message = f"`{proposal.source.text[start:end]}` is half a character: readers other than JavaScript refuse or replace it"
        yield Finding(start, end, message, "write both halves, or the character itself", "warning")


def schema(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what the schema refuses and no other rule of a proposal names."""
    if proposal.document is None or is_valid("proposal", proposal.newest):
        return
    for violation in violations("proposal", proposal.newest):
        is_sealed = violation.path != ("coverageDigest",) or facts.digest is not None
        if not (is_sealed and _is_judged_elsewhere(proposal, violation)):
            yield found(proposal, violation.path, f"{_subject(proposal, violation.path)} {violation.message}")


def _is_judged_elsewhere(proposal: Proposal, violation: Violation) -> bool:
    """Say whether another rule reports the same: closed objects and some values, though only inside a closed proposal."""
    if not violation.path:
        return True
    if not proposal.is_closed:
        return False
    if violation.keyword in ("required", "additionalProperties"):
        return True
    if violation.path in proposal.unclosed_paths or _is_forbidden(proposal, violation.path):
        return True
    return tuple("*" if isinstance(step, int) else step for step in violation.path) in _JUDGED_ELSEWHERE


def _is_forbidden(proposal: Proposal, path: Path) -> bool:
    return path == ("result",) and is_one_of(proposal.parts.result, FORBIDDEN)


def _subject(proposal: Proposal, path: Path) -> str:
    """Name a value: its field and what it belongs to."""
    names = [step for step in path if isinstance(step, str)]
    part = proposal.parts.at(path)
    if part is None:
        return f"`{path[0]}`"
    if path == part.path:
        return part.label
    field = ".".join(names[1:])
    index = f"element {path[-1]} of " if isinstance(path[-1], int) else ""
    return f"{index}`{field}` of {part.label}"


def duplicate_key(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every key that its object has already: readers differ in which value they take."""
    document = proposal.document
    if document is None or not document.repeats:
        return
    for repeat in document.scan.repeats:
        line = proposal.source.position(repeat.first)[0]
        message = f"the key `{repeat.path[-1]}` stands a second time in its object (first on line {line}); JavaScript takes the last value"
        finding = Finding(repeat.start, repeat.end, message, "keep one of them")
        yield finding._replace(pointer=proposal.pointer(repeat.path))


def unbound_transfers(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a proposal of an older revision: nothing says which target a transferred item comes from."""
    if proposal.is_older:
        message = "no disposition has a `sourceTargetRef`: in this older revision transfers are bound to no source"
        help = "give every disposition one: the target an item is transferred from, null for the others"
        yield found(proposal, ("dispositions",), message, help, on_key=True)


def shape(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a value that is no object where one is due."""
    for unclosed in proposal.unclosed:
        if not isinstance(unclosed.raw, dict):
            message = f"{unclosed.label} is {shown(unclosed.raw) if _is_there(unclosed.raw) else 'missing'}, not an object"
            yield found(proposal, unclosed.path, message, contract="E_SHAPE")


def _is_there(raw: Any) -> bool:
    return raw is None or isinstance(raw, str | int | float | list | dict)


def required(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every field that is missing from an object."""
    for unclosed in proposal.unclosed:
        if isinstance(unclosed.raw, dict):
            for name in unclosed.missing:
                help = f"add it{_waiting(proposal)}"
                yield found(proposal, unclosed.path, f"{unclosed.label} has no `{name}`", help, contract="E_REQUIRED")


def unknown_field(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every field of an object that the contract does not know: what nobody reads, nobody checks."""
    if proposal.unclosed:
        from packetlint.core.nearest import nearest
    for unclosed in proposal.unclosed:
        if isinstance(unclosed.raw, dict):
            absent = _absent(unclosed) if len(unclosed.raw) <= _MOST_COMPARED else []
            for name in unclosed.raw:
                if name not in unclosed.fields:
                    hint = nearest(name, absent)
                    message = f"{unclosed.label} has a field `{name}`, which the contract does not know{hint}"
                    help = ("rename it" if hint else "drop it") + _waiting(proposal)
                    yield found(proposal, (*unclosed.path, name), message, help, contract="E_UNKNOWN_FIELD", on_key=True)


def _waiting(proposal: Proposal) -> str:
    """Say that most rules wait for the outermost object to have its fields and no others."""
    return "" if proposal.is_closed else "; most other rules wait until the proposal itself has its fields and no others"


_MOST_COMPARED = 100  # an object with more fields is no misspelled one


def _absent(unclosed: Unclosed) -> list[str]:
    """List the fields that an unknown one may stand for, that of the newest revision among them."""
    newest = {"sourceTargetRef"} if "reasonCode" in unclosed.fields else set()
    return sorted((unclosed.fields | newest) - unclosed.raw.keys())


def version(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a schema version that is not the one the contract has."""
    value = proposal.value.get("schemaVersion")
    if proposal.is_closed and value != _VERSION:
        yield found(proposal, ("schemaVersion",), f"the schema version is {shown(value)}, not `{_VERSION}`", contract="E_VERSION")


def mode(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a mode that there is not."""
    value = proposal.value.get("mode")
    if proposal.is_closed and not is_one_of(value, MODES):
        yield found(proposal, ("mode",), f"the mode is {shown(value)}, none of {', '.join(MODES)}", contract="E_MODE")


def root_digest(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a digest of the source root or the policy that is none."""
    if not proposal.is_closed:
        return
    for name in ("sourceRootDigest", "policyDigest"):
        value = proposal.value[name]
        if not is_digest(value):
            help = "a digest is `sha256:` and 64 hex digits in lower case, with nothing behind them"
            yield found(proposal, (name,), f"`{name}` is {_spelled(value)}, no digest", help, contract="E_ROOT_DIGEST")


def _spelled(value: object) -> str:
    """Show a value that is no digest; what cannot be seen of it stands as an escape."""
    text = shown(value)
    return text if text.isprintable() else text.encode("unicode_escape").decode()


def truth_minting(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a truth effect: a proposal makes nothing true."""
    yield from _effect(proposal, "truthEffect", "E_TRUTH_MINTING")


def admission_action_forbidden(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an authority effect: a proposal admits nobody."""
    yield from _effect(proposal, "authorityEffect", "E_ADMISSION_ACTION_FORBIDDEN")


def _effect(proposal: Proposal, name: str, word: str) -> Iterator[Finding]:
    value = proposal.value.get(name)
    if proposal.is_closed and value != _NONE:
        yield found(proposal, (name,), f"`{name}` is {shown(value)}; a proposal has no effect but `{_NONE}`", contract=word)


def forbidden_word(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a result that reads as if somebody had been let in: a proposal only says what fits where."""
    result = proposal.parts.result
    if is_one_of(result, FORBIDDEN):
        message = f"the result `{result}` claims what a proposal cannot give"
        yield found(proposal, ("result",), message, "a result is FEASIBLE, INFEASIBLE or UNKNOWN")
