"""Take files in: read each candidate, or recall what an earlier run read of the same blob, and give its artifacts."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.cache import is_blob
from packetlint.core.diagnostic import TOP, Diagnostic
from packetlint.core.errors import UnreadableError
from packetlint.core.file_rules import FILE_RULES, LFS_POINTER
from packetlint.core.source import BOM, Source
from packetlint.core.workers import shared_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from packetlint.core.config import Settings
    from packetlint.core.rule import Kind, Run

MARKDOWN = (".md", ".markdown")
UNREADABLE = "file/unreadable-file"
LFS = "file/lfs-pointer"
NO_ARTIFACT = 0  # the record of a blob that holds nothing of a kind


class Candidate(NamedTuple):
    """A file to lint. `named` says that the person named it, so that whatever is wrong with it is said.

    `like` is a suffix to read it by, where its own name has none: an issue on standard input. `rules` are the
    only ones that run on it (None: all), where the change concerns a file that it does not touch.
    """

    path: str
    named: bool
    like: str = ""
    rules: frozenset[str] | None = None

    @property
    def kind_name(self) -> str:
        """Give the name whose suffix says which kinds may be in it."""
        return (self.path + self.like).lower()


class Artifact(NamedTuple):
    """One artifact of a file. `source` is None where its blob was read by an earlier run and says nothing of note."""

    kind: Kind
    candidate: Candidate
    source: Source | None
    settings: Settings
    model: Any

    @property
    def path(self) -> str:
        """Give the file's path."""
        return self.candidate.path


class _Share(NamedTuple):
    """What taking in some of the candidates gave, such that another process can send it: its artifacts without their settings."""

    artifacts: list[tuple[int, Candidate, Source | None, Any]]
    found: Mapping[str, list[Diagnostic]]
    excluded: Sequence[tuple[str, str]]
    files: int
    unreadable: int
    skipped: int
    records: Mapping[str, Mapping[str, Any]]


class Intake:
    """Reads candidates and counts what became of them.

    `found` holds the findings about files that could not be taken in, by path; `excluded` the named files
    that are left out, with the reason; `skipped` counts those that nobody named. `remarkable` are the files whose text
    itself has something to say, whatever the rules of a kind find.
    """

    def __init__(self, kinds: Sequence[Kind], run: Run, oids: Mapping[str, str]) -> None:
        """Take in files for these kinds. `oids` gives the blob id of files whose bytes are known to be that blob."""
        self._kinds = kinds
        self._run = run
        self._oids = oids
        self._can_recall = bool(oids) and any(run.cache.of(kind.name) for kind in kinds)
        self._suffixes = tuple(suffix for kind in kinds for suffix in kind.suffixes)
        self.found: dict[str, list[Diagnostic]] = {}
        self.excluded: list[tuple[str, str]] = []
        self.remarkable: set[str] = set()
        self.files = self.unreadable = self.skipped = 0

    def take_all(
        self, candidates: Sequence[Candidate], watch: Callable[[Sequence[Candidate]], Iterable[Candidate]], jobs: int
    ) -> list[Artifact]:
        """Give the artifacts of many candidates, taken in by so many processes; `watch` may show how many are done."""
        if jobs == 1:
            return [artifact for candidate in watch(candidates) for artifact in self.take(candidate)]
        for candidate in candidates:
            self._run.settings_of(candidate.path)  # read once, here: whoever asks later which configurations are in use asks this process
        shown = iter(watch(candidates))
        shares = shared_out(self._share, candidates, jobs, claimed=lambda count: next(islice(shown, count, None), None))
        return [artifact for share in shares for artifact in self._merge(share)]

    def _share(self, candidates: Iterable[Candidate]) -> _Share:
        """Take in some of the candidates, apart from the others."""
        own = Intake(self._kinds, self._run, self._oids)
        taken = [artifact for candidate in candidates for artifact in own.take(candidate)]
        artifacts = [(self._kinds.index(each.kind), each.candidate, each.source, each.model) for each in taken]
        return _Share(artifacts, own.found, own.excluded, own.files, own.unreadable, own.skipped, self._run.cache.hand_over())

    def _merge(self, share: _Share) -> Iterator[Artifact]:
        """Count what a share gave, and give its artifacts."""
        self.found.update(share.found)
        self.excluded += share.excluded
        self.files += share.files
        self.unreadable += share.unreadable
        self.skipped += share.skipped
        self._run.cache.take_in(share.records)
        for kind, candidate, source, model in share.artifacts:
            yield Artifact(self._kinds[kind], candidate, source, self._run.settings_of(candidate.path), model)

    def take(self, candidate: Candidate) -> list[Artifact]:
        """Give the artifacts of a candidate. What is wrong with the file itself goes to `found`."""
        settings = self._run.settings_of(candidate.path)
        if reason := settings.excluding(candidate.path):
            self.excluded += [(candidate.path, reason)] if candidate.named else []
            self.skipped += not candidate.named
            return []
        recalled = self._recall(candidate, settings)
        if recalled is not None:
            self.files += 1
            return recalled
        return self._read_and_count(candidate, settings)

    def read_again(self, artifact: Artifact) -> Artifact | None:
        """Read a recalled artifact with its text; None where it is not there any more."""
        for again in self._read_and_count(artifact.candidate, artifact.settings):
            if again.kind is artifact.kind and again.source:
                if self.blob_of(again.candidate, again.source.raw):
                    return again
                self._report(artifact.path, artifact.settings, UNREADABLE, "the file changed while it was read")
        return None

    def oid_of(self, candidate: Candidate) -> str | None:
        """Give the blob id of a file that nobody named, where it is known."""
        return None if candidate.named or candidate.like else self._oids.get(candidate.path)

    def blob_of(self, candidate: Candidate, raw: bytes) -> str | None:
        """Give the blob id of bytes that were read, where it is known; None where the file may have changed since git was asked."""
        oid, fresh = self.oid_of(candidate), self._run.content.tree.fresh
        if oid is not None and candidate.path in fresh and is_blob(oid, raw):
            fresh.discard(candidate.path)
        return oid if candidate.path not in fresh else None

    def _recall(self, candidate: Candidate, settings: Settings) -> list[Artifact] | None:
        """Give the artifacts that an earlier run found in the same blob; None where it has to be read."""
        oid = self.oid_of(candidate) if self._can_recall else None
        if oid is None:
            return None
        artifacts: list[Artifact] = []
        for kind in self._kinds:
            if not candidate.kind_name.endswith(kind.suffixes):
                continue
            record = self._run.cache.of(kind.name).get(oid)
            if record is None:
                return None
            if kind.memory:
                try:
                    models = kind.memory.recall(candidate.path, record)
                except ValueError:  # the cache holds something that nobody put there
                    return None
                artifacts += [Artifact(kind, candidate, None, settings, model) for model in models]
        return artifacts

    def _read_and_count(self, candidate: Candidate, settings: Settings) -> list[Artifact]:
        try:
            raw = self._read(candidate)
            self.files += raw is not None
            return self._artifacts(candidate, raw, settings) if raw is not None else []
        except UnreadableError as error:
            self.unreadable += 1
            if not error.escapes_at or settings.enabled(candidate.path).includes(UNREADABLE):
                self._report(candidate.path, settings, UNREADABLE, f"the file {error}")
            return []

    def _read(self, candidate: Candidate) -> bytes | None:
        """Read a candidate; None where a file that nobody named is gone, or is a link to a file of the same tree."""
        content = self._run.content
        if candidate.named:
            return content.read(candidate.path)
        is_link = candidate.path not in self._oids and content.is_link(candidate.path)
        try:
            raw = content.read(candidate.path)
        except UnreadableError as error:
            if error.escapes_at or (not is_link and content.exists(candidate.path)):
                raise
            return None
        return None if is_link else raw

    def _artifacts(self, candidate: Candidate, raw: bytes, settings: Settings) -> list[Artifact]:
        path, name = candidate.path, candidate.kind_name
        if not name.endswith(self._suffixes):
            if candidate.named:
                _check_text(path, raw)
            return []
        if raw.startswith(LFS_POINTER):
            is_meant = candidate.named or name.endswith(MARKDOWN)  # data in JSON is often kept so, and is no artifact
            if is_meant and settings.enabled(path).includes(LFS):
                self._report(path, settings, LFS, "the file is only a large-file pointer; its content was not checked")
            return []
        kinds = self._holding(candidate, name, raw)
        if not kinds:
            if candidate.named or _may_hold_recoded(self._kinds, path, name, raw):
                _check_text(path, raw)
            return []
        source = Source(path, raw)
        return [Artifact(kind, candidate, source, settings, model) for kind in kinds for model in kind.read(source, settings)]

    def _holding(self, candidate: Candidate, name: str, raw: bytes) -> list[Kind]:
        """Give the kinds that may be in a file, and remember of its blob which are not."""
        possible = [kind for kind in self._kinds if name.endswith(kind.suffixes)]
        holding = [kind for kind in possible if kind.may_hold(candidate.path, raw)]
        oid = self.blob_of(candidate, raw) if len(holding) < len(possible) else None
        if oid and b"\0" not in raw:
            for kind in possible:
                if kind not in holding:
                    self._run.cache.keep(kind.name, oid, NO_ARTIFACT)
        return holding

    def _report(self, path: str, settings: Settings, rule: str, message: str) -> None:
        """Report a file that was not judged, unless the rule is ignored: that some rules are selected makes no file readable."""
        if rule not in settings.enabled(path).without:
            known = next(known for known in FILE_RULES if known.name == rule)
            severity = settings.severity.get(rule, known.severity)
            self.found.setdefault(path, []).append(Diagnostic(path, TOP, rule, severity, message))


def _check_text(path: str, raw: bytes) -> None:
    if not raw.isascii() or b"\0" in raw:
        Source(path, raw)


def _may_hold_recoded(kinds: Sequence[Kind], path: str, name: str, raw: bytes) -> bool:
    """Say whether a file that nobody named would be an artifact, were it UTF-8 instead of UTF-16."""
    if b"\0" not in raw:
        return False
    plain = raw.replace(b"\0", b"").lstrip(b"\xff\xfe" + BOM)
    return any(name.endswith(kind.suffixes) and kind.may_hold(path, plain) for kind in kinds)
