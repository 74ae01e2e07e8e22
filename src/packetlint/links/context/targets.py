"""Where each link leads: to a file that may be read, to something that has to be fetched, or nowhere.

Source: materialize-context, process step 4 and the failure table. The links are resolved as the linter resolves them;
beside that, a file that git does not track yet (and does not ignore) is there for whoever builds here and now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.links import verdicts
from packetlint.links.aliases import Aliases
from packetlint.links.context.model import NOT_ALLOWED, NOT_FOUND, UNKNOWN_ALIAS, UNREACHABLE_ALIAS, UNSUPPORTED, Failure
from packetlint.links.outside import real_path
from packetlint.links.resolver import Resolver
from packetlint.links.spelling import absolute, joined, quoted
from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.links.context.brain import Brain
    from packetlint.links.context.model import Ref, Request
    from packetlint.links.resolution import Resolution

REGISTRY = "~/.config/project-brain/projects.yaml"
_GIT = ".git"
_UNTRACKED = "links/target-not-tracked"
_UNVERIFIED, _UNKNOWN = "links/alias-unverified", "links/unknown-alias"
_REASONS = {
    verdicts.NOT_FOUND: NOT_FOUND,
    "links/case-mismatch": NOT_FOUND,
    _UNTRACKED: NOT_FOUND,
    "links/target-in-submodule": NOT_FOUND,
    "links/directory-without-node": NOT_FOUND,
    verdicts.ESCAPES: NOT_ALLOWED,
    _UNVERIFIED: UNKNOWN_ALIAS,
    _UNKNOWN: UNKNOWN_ALIAS,
    "links/alias-entry-invalid": UNREACHABLE_ALIAS,
    "links/alias-root-unreachable": UNREACHABLE_ALIAS,
    "links/unsupported-scheme": UNSUPPORTED,
    "links/malformed-uri": UNSUPPORTED,
}


class OnDisk(NamedTuple):
    """A file or directory that may be read. `path` is absolute; `source` names it: from the repository's top, or absolute.

    `tracked` is its path from the repository's top where git has it, so that it can be read from there.
    """

    path: str
    source: str
    note: str = ""
    tracked: str | None = None


class Remote(NamedTuple):
    """Something to be fetched by its URI."""

    uri: str
    kind: Literal["http", "mcp"]


Target = OnDisk | Remote | Failure


class Targets:
    """Finds the targets of one artifact's links. `path` is the artifact's from the repository's top."""

    def __init__(self, brain: Brain, path: str, request: Request) -> None:
        """Look at nothing yet."""
        self._brain = brain
        self._path = path
        self.aliases = Aliases(brain.root, brain.paths, brain.top, request.environ)
        directories = [real_path(absolute(joined(request.here, name) if name[:1] != "/" else name)) for name in request.allow_files]
        stated = [absolute(joined(request.here, name) if name[:1] != "/" else name) for name in request.allow_files]
        self._resolver = Resolver(brain.root, brain.paths, self.aliases, brain.top, [*directories, *stated])

    def find(self, ref: Ref) -> Target:
        """Give the target of one link."""
        kind = parse(ref.uri).kind
        if kind == "http" or kind == "mcp":  # noqa: PLR1714 - so that the type is known
            return Remote(ref.uri, kind)
        return self._local(self._resolver.resolve(ref.uri, self._path))

    def refuse_without_primary(self, refs: Sequence[Ref], primary: str | None) -> None:
        """Raise UsageError where a link needs the artifact's own project, and no registry knows that."""
        for ref in refs:
            parsed = parse(ref.uri)
            if primary is None or parsed.kind not in ("alias", "thread") or parsed.name != primary:
                continue
            if self._resolver.resolve(ref.uri, self._path).rule in (_UNVERIFIED, _UNKNOWN):
                needs = f"the primary_project that {quoted(ref.uri)} needs"
                raise UsageError(f"no registry lists {quoted(primary)}, {needs}: add it to {REGISTRY}")

    def _local(self, found: Resolution) -> Target:
        if found.rule == _UNTRACKED and found.target is None:
            return self._untracked(found)
        if found.severity == "error" and found.rule != verdicts.SELF:
            return Failure(_REASONS.get(found.rule, NOT_FOUND), found.message)
        if found.target is not None:
            return self._inside(found.target, found)
        if found.rule == "links/file-not-portable":
            return Failure(NOT_ALLOWED, f"{found.message}: --allow-file names directories that may be read")
        if found.rule in _REASONS:
            return Failure(_REASONS[found.rule], found.message)
        return self._outside(found.identity) if found.outside else self._inside(found.identity, found)

    def _untracked(self, found: Resolution) -> Target:
        """Take what is new on disk; what git ignores stays out, for that is where secrets lie."""
        untracked = self._brain.paths.untracked(found.identity)
        if untracked is None or untracked.pattern:
            return Failure(NOT_FOUND, found.message)
        return self._inside(found.identity, found)

    def _inside(self, path: str, found: Resolution) -> Target:
        if _is_of_git(path):
            return Failure(NOT_ALLOWED, "lies in git's own directory")
        try:
            real = self._brain.content.resolve(path)
        except UnreadableError as error:
            return Failure(NOT_ALLOWED, str(error))
        if _is_of_git(real):
            return Failure(NOT_ALLOWED, "lies in git's own directory")
        note = "not tracked by git" if found.rule == _UNTRACKED else ""
        return OnDisk(joined(self._brain.top, real), path, note, path if found.target and self._brain.paths.tracked_known else None)

    def _outside(self, path: str) -> Target:
        """Take a path in another tree, which the resolver has followed link by link."""
        return Failure(NOT_ALLOWED, "lies in git's own directory") if _is_of_git(path) else OnDisk(path, path)


def _is_of_git(path: str) -> bool:
    """Say whether a path leads into a repository's own directory, where credentials lie."""
    return any(part.lower() == _GIT for part in path.split("/"))
