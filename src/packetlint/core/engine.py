"""Run the rules of every kind over the chosen files, and collect what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.diagnostic import TOP, Diagnostic
from packetlint.core.errors import ConfigurationError, UnreadableError
from packetlint.core.file_rules import FILE_RULES, LFS_POINTER
from packetlint.core.source import BOM, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from packetlint.core.config import Configurations, Settings
    from packetlint.core.content import Content
    from packetlint.core.diagnostic import Finding, Severity
    from packetlint.core.rule import Kind, Rule

MARKDOWN = (".md", ".markdown")
UNREADABLE = "file/unreadable-file"
LFS = "file/lfs-pointer"


class Candidate(NamedTuple):
    """A file to lint. `named` says that the person named it, so that whatever is wrong with it is said.

    `like` is a suffix to read it by, where its own name has none: an issue on standard input.
    """

    path: str
    named: bool
    like: str = ""

    @property
    def kind_name(self) -> str:
        """Give the name whose suffix says which kinds may be in it."""
        return (self.path + self.like).lower()


class Artifact(NamedTuple):
    """One artifact of a file."""

    kind: Kind
    source: Source
    settings: Settings
    model: Any


class Report(NamedTuple):
    """What a run found and what it looked at.

    `excluded` are the named files that were not, with the reason; `skipped` counts those that nobody named.
    `crashes` are lines about rules that failed themselves.
    """

    diagnostics: list[Diagnostic]
    hidden: int
    files: int
    unreadable: int
    artifacts: dict[str, int]
    excluded: list[tuple[str, str]]
    sources: dict[str, Source]
    crashes: list[str]
    skipped: int = 0


class Linter:
    """Lints files of one content by the rules of the given kinds."""

    def __init__(self, kinds: Sequence[Kind], configurations: Configurations, content: Content, names: Callable[[], Sequence[str]]) -> None:
        """Take the kinds to run, the configuration of every path, the bytes, and what gives the names of all rules there are."""
        self._kinds = kinds
        self._configurations = configurations
        self._content = content
        self._names = names
        self._suffixes = tuple(suffix for kind in kinds for suffix in kind.suffixes)

    def on(self, content: Content) -> Linter:
        """Give the same linter for other content."""
        return Linter(self._kinds, self._configurations, content, self._names)

    def lint(self, candidates: Iterable[Candidate]) -> Report:
        """Lint every candidate; the report's diagnostics are sorted. Raises ConfigurationError."""
        report = Report([], 0, 0, 0, {kind.name: 0 for kind in self._kinds}, [], {}, [])
        found: dict[str, list[Diagnostic]] = {}
        artifacts: list[Artifact] = []
        files = unreadable = skipped = 0
        for candidate in candidates:
            settings = self._configurations.of(candidate.path)
            if reason := settings.excluding(candidate.path):
                report.excluded.extend([(candidate.path, reason)] if candidate.named else [])
                skipped += not candidate.named
                continue
            try:
                raw = self._read(candidate)
                artifacts += self._artifacts(candidate, raw, settings, found) if raw is not None else ()
                files += raw is not None
            except UnreadableError as error:
                unreadable += 1
                self._report(found, candidate.path, settings, UNREADABLE, f"the file {error}")
        self._check(artifacts, found, report)
        hidden = self._suppress(found, report, {artifact.source.path for artifact in artifacts if artifact.kind.suffixes == MARKDOWN})
        report.diagnostics.sort(key=lambda diagnostic: diagnostic.order)
        return report._replace(hidden=hidden, files=files, unreadable=unreadable, skipped=skipped)

    def _read(self, candidate: Candidate) -> bytes | None:
        """Read a candidate; None where a file that nobody named is gone, or is a link to a file of the same tree."""
        if candidate.named:
            return self._content.read(candidate.path)
        is_link = self._content.is_link(candidate.path)
        try:
            raw = self._content.read(candidate.path)
        except UnreadableError as error:
            if error.escapes_at or (not is_link and self._content.exists(candidate.path)):
                raise
            return None
        return None if is_link else raw

    def _artifacts(self, candidate: Candidate, raw: bytes, settings: Settings, found: dict[str, list[Diagnostic]]) -> list[Artifact]:
        path, name = candidate.path, candidate.kind_name
        if not name.endswith(self._suffixes):
            if candidate.named:
                _check_text(path, raw)
            return []
        if raw.startswith(LFS_POINTER):
            if candidate.named or name.endswith(MARKDOWN):  # data in JSON is often kept so, and is no artifact
                self._report(found, path, settings, LFS, "the file is only a large-file pointer; its content was not checked")
            return []
        kinds = [kind for kind in self._kinds if name.endswith(kind.suffixes) and kind.may_hold(raw)]
        if not kinds:
            if candidate.named or _may_hold_recoded(self._kinds, name, raw):
                _check_text(path, raw)
            return []
        source = Source(path, raw)
        return [Artifact(kind, source, settings, model) for kind in kinds for model in kind.read(source, settings)]

    def _report(self, found: dict[str, list[Diagnostic]], path: str, settings: Settings, rule: str, message: str) -> None:
        if settings.enabled(path).includes(rule):
            known = next(known for known in FILE_RULES if known.name == rule)
            severity = settings.severity.get(rule, known.severity)
            found.setdefault(path, []).append(Diagnostic(path, TOP, rule, severity, message))

    def _check(self, artifacts: list[Artifact], found: dict[str, list[Diagnostic]], report: Report) -> None:
        for kind in self._kinds:
            own = [artifact for artifact in artifacts if artifact.kind is kind]
            report.artifacts[kind.name] = len(own)
            facts = kind.gather([(artifact.model, artifact.settings) for artifact in own], self._content) if own else ()
            for artifact, known in zip(own, facts, strict=True):
                diagnostics = self._run(kind.rules, artifact, artifact.model, known, report.crashes)
                found.setdefault(artifact.source.path, []).extend(diagnostics)
        for artifact in {artifact.source.path: artifact for artifact in artifacts}.values():
            report.sources[artifact.source.path] = artifact.source
            diagnostics = self._run(FILE_RULES, artifact, artifact.source, None, report.crashes)
            found.setdefault(artifact.source.path, []).extend(diagnostics)

    def _run(self, rules: Sequence[Rule], artifact: Artifact, model: Any, facts: Any, crashes: list[str]) -> Iterator[Diagnostic]:
        settings, source = artifact.settings, artifact.source
        enabled = settings.enabled(source.path)
        for rule in rules:
            if rule.check is None or not enabled.includes(rule.name):
                continue
            try:
                for finding in rule.check(model, facts, settings):
                    yield _diagnostic(rule, finding, source, settings)
            except ConfigurationError:
                raise
            except Exception as error:  # noqa: BLE001 - a rule that fails must not hide what the others find
                crashes.append(f"internal error in rule {rule.name} on file {source.path}: {type(error).__name__}: {error}")

    def _suppress(self, found: dict[str, list[Diagnostic]], report: Report, commented: set[str]) -> int:
        """Hide what ignore comments hide, in the files that were read as markdown, whatever they are called."""
        hidden = 0
        for path, diagnostics in found.items():
            source = report.sources.get(path) if path in commented else None
            if source is None or "packetlint:" not in source.text:
                report.diagnostics.extend(diagnostics)
                continue
            from packetlint.core.suppress import suppress

            settings = self._configurations.of(path)
            result = suppress(source, diagnostics, settings.enabled(path), self._names())
            report.diagnostics.extend(result.shown)
            hidden += result.hidden
        return hidden


def _check_text(path: str, raw: bytes) -> None:
    if not raw.isascii() or b"\0" in raw:
        Source(path, raw)


def _may_hold_recoded(kinds: Sequence[Kind], name: str, raw: bytes) -> bool:
    """Say whether a file that nobody named would be an artifact, were it UTF-8 instead of UTF-16."""
    if b"\0" not in raw:
        return False
    plain = raw.replace(b"\0", b"").lstrip(b"\xff\xfe" + BOM)
    return any(name.endswith(kind.suffixes) and kind.may_hold(plain) for kind in kinds)


def _diagnostic(rule: Rule, finding: Finding, source: Source, settings: Settings) -> Diagnostic:
    severity: Severity = settings.severity.get(rule.name) or _usual(rule, finding, settings)
    return Diagnostic(
        source.path,
        source.span(finding.start, finding.end),
        rule.name,
        severity,
        finding.message,
        finding.help,
        finding.contract,
        finding.pointer,
        finding.fix,
    )


def _usual(rule: Rule, finding: Finding, settings: Settings) -> Severity:
    if settings.preset == "recommended" and not rule.exact:
        return "warning"
    return finding.severity or rule.severity
