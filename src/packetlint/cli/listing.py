"""`check --files`: which files would be linted as what, and why others not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.cli.formats.closing import plural
from packetlint.core.intake import LFS, UNREADABLE, Intake
from packetlint.core.paths import leading, visible
from packetlint.core.rule import NO_ARTIFACT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Configurations
    from packetlint.core.intake import Artifact, Candidate
    from packetlint.core.rule import Kind, Run


class Listed(NamedTuple):
    """What becomes of one file: the kinds it would be judged as, or else the reason why it would not."""

    path: str
    kinds: tuple[str, ...] = ()
    reason: str = "no artifact"


def show(kinds: Sequence[Kind], run: Run, candidates: Sequence[Candidate], configured: Configurations) -> int:
    """Print a line for each file and how many would be judged; give the exit status 0."""
    listed = listing(kinds, run, candidates, configured)
    for one in listed:
        print(f"{leading(one.path)}: {', '.join(one.kinds) or visible(one.reason)}")
    judged = sum(bool(one.kinds) for one in listed)
    print(f"{plural(len(listed), 'file')} ({run.content.label}), {judged} to judge")
    return 0


def listing(kinds: Sequence[Kind], run: Run, candidates: Sequence[Candidate], configured: Configurations) -> list[Listed]:
    """Read every candidate as a check does, run no rule, and say what each is; in path order."""
    intake = Intake(kinds, run, run.content.oids())
    said: dict[str, Listed] = {}
    artifacts: list[Artifact] = []
    for candidate in sorted(candidates):
        files = intake.files
        artifacts += intake.take(candidate)
        said[candidate.path] = Listed(candidate.path, (), _reason(candidate.path, intake, configured, is_read=intake.files > files))
    for kind in kinds:
        for path in _judged(kind, artifacts, run):
            said[path] = said[path]._replace(kinds=tuple(dict.fromkeys((*said[path].kinds, kind.name))))
    return list(said.values())


def _reason(path: str, intake: Intake, configured: Configurations, *, is_read: bool) -> str:
    """Say why a file would not be judged, if it turns out to hold no artifact."""
    excluder = configured.of(path).excluder(path)
    if excluder:
        settings, pattern = excluder
        file = settings.file or ""
        line = configured.document(file).line_of(("exclude", settings.exclude.index(pattern)))
        return f"excluded by {file}:{line}: `{pattern}`"
    for found in intake.found.get(path, ()):
        if found.rule in (UNREADABLE, LFS):
            return found.message
    return "no artifact" if is_read else "gone, or a symbolic link to another file of the repository"


def _judged(kind: Kind, artifacts: Sequence[Artifact], run: Run) -> list[str]:
    """Give the paths of what is an artifact of the kind after all."""
    own = [artifact for artifact in artifacts if artifact.kind is kind]
    facts = kind.gather([(artifact.model, artifact.settings) for artifact in own], run) if own else ()
    return [artifact.path for artifact, known in zip(own, facts, strict=True) if known is not NO_ARTIFACT]
