"""Which links lead nowhere, or elsewhere than last time; and which snapshots are older than what they were made from.

Source: materialize-context, process step 9, as the contract settles what is compared: files by the blob that the run
before recorded, what is fetched by its hash there, or by the cached response.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.paths import visible
from packetlint.links.context.disk import is_file, is_link
from packetlint.links.context.envelope import one_line
from packetlint.links.context.model import Content, Failure, Stale
from packetlint.links.context.outfiles import CONTEXT, SIDECAR, read_sidecar
from packetlint.links.outside import names_in, read_small, real_path
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from packetlint.links.context.model import Ref

CHANGED = "changed"
_LARGEST = 32 << 20
_MOST_RUNS = 50  # of one artifact that are looked through, the newest first


class Earlier(NamedTuple):
    """A run before: its context.json, when it was, and its records of resolved links by URI."""

    path: str
    at: str
    records: Mapping[str, Mapping[str, object]]


def earlier_run(folders: Iterable[str], tree: str | None, artifact: str) -> Earlier | None:
    """Find the newest context.json of an artifact in the given directories and those directly in them.

    `tree` says of which brain it has to be, where a directory is one for all of them.
    """
    found = [run for folder in folders for path in _sidecars(folder) if (run := _read(path, tree, artifact))]
    return max(found, key=lambda run: (run.at, run.path), default=None)


def _sidecars(folder: str) -> list[str]:
    """List the sidecars in a directory and in those directly in it; no symbolic link is followed."""
    if real_path(folder) != folder:
        return []
    names = names_in(folder) or {}
    inside = sorted((name for name, kind in names.items() if kind == "directory"), reverse=True)[:_MOST_RUNS]
    paths = [joined(folder, SIDECAR), *(joined(folder, f"{name}/{SIDECAR}") for name in inside)]
    return [path for path in paths if is_file(path) and not is_link(path)]


def _read(path: str, tree: str | None, artifact: str) -> Earlier | None:
    with suppress(OSError):
        document = read_sidecar(read_small(path, _LARGEST) or b"")
        if document and document.get("artifact") == artifact and tree in (None, document.get("tree")):
            return Earlier(path, str(document.get("generated_at")), {str(ref.get("uri")): ref for ref in _resolved(document)})
    return None


def _resolved(document: Mapping[str, object]) -> list[Mapping[str, object]]:
    refs = document.get("refs")
    return [ref for ref in refs if isinstance(ref, dict) and ref.get("status") == "resolved"] if isinstance(refs, list) else []


def judge(ref: Ref, result: Content | Failure, earlier: Earlier | None, changed: bool | None) -> Stale | None:  # noqa: FBT001 - of three values
    """Say what is stale about a link; None for nothing. `changed` says whether it differs from the cached response."""
    if isinstance(result, Failure):
        return Stale(ref, result.reason, result.detail)
    record = earlier.records.get(ref.uri) if earlier else None
    seals = ((record or {}).get("blob"), (record or {}).get("sha256"))
    for before, now in zip(seals, (result.blob, result.digest), strict=True):
        if isinstance(before, str) and now is not None:
            return Stale(ref, CHANGED, f"differs from what was read at {(record or {}).get('resolved_at')}") if before != now else None
    return Stale(ref, CHANGED, "differs from the cached response") if changed else None


def report(head: Sequence[str], stale: Sequence[Stale], total: int, earlier: Earlier | None) -> bytes:
    """Give the bytes of stale-refs.md. `head` is the frontmatter's beginning: artifact, primary_project and generated_at."""
    looked = (
        f"Files were compared with the context of {earlier.at}." if earlier else "No context was made before: files were only looked for."
    )
    rows = [_row(one) for one in stale]
    table = ["| URI | Role | Reason | Detail |", "| --- | --- | --- | --- |", *rows] if rows else ["Nothing is stale."]
    lines = [
        *head,
        "mode: detect-stale",
        "refs:",
        f"  total: {total}",
        f"  stale: {len(stale)}",
        "---",
        "",
        "# Stale refs",
        "",
        visible(looked),
        "",
        *table,
    ]
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")


def _row(one: Stale) -> str:
    ref = one.ref
    return f"| {one_line(ref.uri, 300)} | {one_line(ref.role or 'none', 40)} | {one_line(one.reason)} | {one_line(one.detail, 300)} |"


class StaleSnapshot(NamedTuple):
    """A context.md whose sources changed since: its path, and those sources."""

    path: str
    sources: tuple[str, ...]


def stale_snapshots(sidecars: Iterable[tuple[str, bytes]], ids_of: Callable[[str], Collection[str]]) -> list[StaleSnapshot]:
    """List the snapshots that are older than what they were made from, in path order. Nothing is read or fetched here.

    `sidecars` are the `.context/<timestamp>/context.json` files of a repository: path and bytes. `ids_of(path)` gives
    git's ids (SHA-1) of the bytes a file has now, with either line end, by its path from the repository's top; none where
    it is gone. What was read outside of the repository is not asked for: a snapshot comes with the repository, and may name anything.
    """
    found = []
    for path, raw in sorted(sidecars):
        changed = _changed(read_sidecar(raw) or {}, ids_of)
        if changed:
            found.append(StaleSnapshot(f"{path.removesuffix(SIDECAR)}{CONTEXT}", changed))
    return found


def _changed(document: Mapping[str, object], ids_of: Callable[[str], Collection[str]]) -> tuple[str, ...]:
    changed = set()
    for ref in _resolved(document):
        source, blob = ref.get("source"), ref.get("blob")
        if isinstance(source, str) and isinstance(blob, str) and _is_inside(source) and blob not in ids_of(source):
            changed.add(source)
    return tuple(sorted(changed))


def _is_inside(source: str) -> bool:
    return bool(source) and not source.startswith("/") and ".." not in source.split("/") and "\0" not in source
