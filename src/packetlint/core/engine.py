"""Run the rules of every kind over the chosen files, and collect what they find."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.cache import Cache
from packetlint.core.diagnostic import Diagnostic
from packetlint.core.errors import ConfigurationError, is_of_interrupt
from packetlint.core.file_rules import FILE_RULES, is_unremarkable, may_have_ignores
from packetlint.core.intake import MARKDOWN, Artifact, Candidate, Intake
from packetlint.core.quoting import bounded
from packetlint.core.reach import Reach
from packetlint.core.rule import CLEAN, NO_ARTIFACT, RuleSet, Run
from packetlint.core.workers import shared_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from packetlint.core.config import Configurations, Settings
    from packetlint.core.content import Content
    from packetlint.core.diagnostic import Finding, Severity
    from packetlint.core.rule import Kind, Rule
    from packetlint.core.source import Source

COMMENTED = (*MARKDOWN, ".yaml", ".yml")
_MANY = 50  # files from which on it pays to ask git which of them are unchanged


class Report(NamedTuple):
    """What a run found and what it looked at.

    `excluded` are the named files that were not, with the reason; `skipped` counts those that nobody named.
    `crashes` are lines about rules that failed themselves; `affected` has the rules that ran on files which only the
    judged ones concern; `baselined` counts the findings that a baseline hides, besides those that ignore comments hide (`hidden`).
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
    affected: Mapping[str, frozenset[str]] = {}
    baselined: int = 0


class _Verdict(NamedTuple):
    """What the rules of a kind say of one artifact: nothing at all where it turned out to be none.

    `diagnostics` are None where it is clean; `again` is the artifact with its text, where that was read for it; `crashes` are as
    in a report.
    """

    is_artifact: bool = True
    diagnostics: list[Diagnostic] | None = None
    again: Artifact | None = None
    crashes: Sequence[str] = ()
    is_gone: bool = False


class Linter:
    """Lints files of one content by the rules of the given kinds."""

    def __init__(
        self,
        kinds: Sequence[Kind],
        configurations: Configurations,
        content: Content,
        names: Callable[[], Sequence[str]],
        cache: Cache | None = None,
        follows: Callable[[str], bool] | None = lambda _: True,
        reach: Reach = Reach(),  # noqa: B008 - an empty tuple of names
    ) -> None:
        """Take the kinds to run, the configuration of every path, the bytes, and what gives the names of all rules there are.

        `follows(path)` says whether a file that is only affected by the judged ones may be reported by this run; None: no such file.
        """
        self._kinds = kinds
        self._configurations = configurations
        self._names = names
        self._follows = follows
        self._run = Run(content, configurations.of, cache or Cache(None, ""), {}, reach)

    @property
    def looked_beyond(self) -> bool:
        """Say whether anything but the judged content and git's own knowledge was looked at."""
        return self._run.content.tree.looked_beyond

    @property
    def absent(self) -> Sequence[str]:
        """Give the paths that were looked for on disk and are not there, in order."""
        return sorted(self._run.content.tree.absent)

    def on(self, content: Content, *, alone: bool = False) -> Linter:
        """Give the same linter for other content of the same tree; `alone` judges the candidates and nothing that they affect."""
        other = Linter(self._kinds, self._configurations, content, self._names, follows=None if alone else self._follows)
        other._run = self._run._replace(content=content)
        return other

    def lint(
        self, candidates: Sequence[Candidate], watch: Callable[[Sequence[Candidate]], Iterable[Candidate]] = iter, jobs: int = 1
    ) -> Report:
        """Lint every candidate, in so many processes; the report's diagnostics are sorted. Raises ConfigurationError.

        `watch` hands the candidates on, and may show how many are done.
        """
        intake = Intake(self._kinds, self._run, self._run.content.oids() if len(candidates) > _MANY else {})
        artifacts = intake.take_all(candidates, watch, jobs)
        files = intake.files
        affected = list(self._affected(artifacts, candidates, intake))
        artifacts += affected
        report = Report([], 0, files, 0, {kind.name: 0 for kind in self._kinds}, intake.excluded, {}, [])
        judged = self._judge(artifacts, intake, report, jobs)
        commented = {artifact.path: artifact.candidate.rules for artifact in judged if artifact.candidate.kind_name.endswith(COMMENTED)}
        hidden = self._suppress(intake.found, report, commented)
        self._remember(artifacts, intake)
        report.diagnostics.sort(key=lambda diagnostic: diagnostic.order)
        rules = {one.path: one.candidate.rules or frozenset() for one in affected}
        return report._replace(hidden=hidden, unreadable=intake.unreadable, skipped=intake.skipped, affected=rules)

    def _affected(self, artifacts: list[Artifact], candidates: Sequence[Candidate], intake: Intake) -> Iterator[Artifact]:
        """Take in the files that the kinds want judged besides."""
        paths = {candidate.path for candidate in candidates}
        for kind in self._kinds:
            if kind.affected is None or self._follows is None:
                continue
            own = [(artifact.model, artifact.settings) for artifact in artifacts if artifact.kind is kind]
            for path, rules in kind.affected(own, self._run):
                if path not in paths and self._follows(path):
                    taken = intake.take(Candidate(path, named=False, rules=rules))
                    yield from (artifact for artifact in taken if artifact.kind is kind)

    def _judge(self, artifacts: list[Artifact], intake: Intake, report: Report, jobs: int) -> list[Artifact]:
        """Run the rules of the kinds, then those of any file; give what turned out to be an artifact."""
        judged = list(self._note(self._verdicts(artifacts, intake, jobs), intake, report))
        read = {artifact.path: artifact for artifact in artifacts if artifact.source}
        intake.remarkable = {path for path, artifact in read.items() if artifact.source and not is_unremarkable(artifact.source)}
        for artifact in {artifact.path: artifact for artifact in judged if artifact.path in intake.remarkable}.values():
            found = self._apply(FILE_RULES, artifact, artifact.source, None, report.crashes)
            intake.found.setdefault(artifact.path, []).extend(found)
        return judged

    def _note(self, verdicts: Iterable[tuple[Artifact, _Verdict]], intake: Intake, report: Report) -> Iterator[Artifact]:
        """Put what the rules said into the report, and give what turned out to be an artifact."""
        for artifact, verdict in verdicts:
            if not verdict.is_artifact:
                continue
            report.artifacts[artifact.kind.name] += artifact.candidate.rules is None
            if verdict.is_gone:
                continue
            full = verdict.again or artifact
            if full.source:
                report.sources[full.path] = full.source
            if verdict.diagnostics is not None:
                intake.found.setdefault(full.path, []).extend(verdict.diagnostics)
            report.crashes.extend(verdict.crashes)
            yield full

    def _verdicts(self, artifacts: list[Artifact], intake: Intake, jobs: int) -> Iterator[tuple[Artifact, _Verdict]]:
        """Judge the artifacts, kind by kind: those that can be asked about some at a time by several processes, if there are to be any."""
        own = {kind.name: [artifact for artifact in artifacts if artifact.kind is kind] for kind in self._kinds}
        apart = [kind for kind in self._kinds if kind.prepare and jobs > 1]
        for kind in apart:
            if kind.prepare:
                kind.prepare([(artifact.model, artifact.settings) for artifact in own[kind.name]], self._run)
        judged: dict[str, list[_Verdict]] = {}

        def judge_others() -> None:
            judged.update({kind.name: self._ruled(kind, own[kind.name], intake) for kind in self._kinds if kind not in apart})

        shared = [artifact for kind in apart for artifact in own[kind.name]]
        verdicts = chain.from_iterable(shared_out(partial(self._share, apart, intake), shared, jobs, judge_others))
        judged.update({kind.name: list(islice(verdicts, len(own[kind.name]))) for kind in apart})
        for kind in self._kinds:
            yield from zip(own[kind.name], judged[kind.name], strict=True)

    def _share(self, kinds: Sequence[Kind], intake: Intake, artifacts: Sequence[Artifact]) -> list[_Verdict]:
        """Judge some artifacts, which are in the kinds' order."""
        own = ((kind, [artifact for artifact in artifacts if artifact.kind is kind]) for kind in kinds)
        return [verdict for kind, some in own for verdict in self._ruled(kind, some, intake)]

    def _ruled(self, kind: Kind, own: Sequence[Artifact], intake: Intake) -> list[_Verdict]:
        known = kind.gather([(artifact.model, artifact.settings) for artifact in own], self._run) if own else ()
        return [self._verdict(kind, artifact, facts, intake) for artifact, facts in zip(own, known, strict=True)]

    def _verdict(self, kind: Kind, artifact: Artifact, facts: Any, intake: Intake) -> _Verdict:
        if facts is NO_ARTIFACT:
            return _Verdict(is_artifact=False)
        if facts is CLEAN:
            return _Verdict()
        again = None if artifact.source else intake.read_again(artifact)
        full = again or artifact
        if not full.source:
            return _Verdict(is_gone=True)
        crashes: list[str] = []
        return _Verdict(True, list(self._apply(kind.rules, full, full.model, facts, crashes)), again, crashes)

    def _apply(self, rules: Sequence[Rule], artifact: Artifact, model: Any, facts: Any, crashes: list[str]) -> Iterator[Diagnostic]:
        settings, source, only = artifact.settings, artifact.source, artifact.candidate.rules
        if source is None:
            return
        enabled = settings.enabled(source.path)
        for rule in rules:
            if rule.check is None or not enabled.includes(rule.name) or (only is not None and rule.name not in only):
                continue
            try:
                for finding in rule.check(model, facts, settings):
                    yield _diagnostic(rule, finding, source, settings)
            except ConfigurationError:
                raise
            except Exception as error:
                if is_of_interrupt(error):
                    raise KeyboardInterrupt from error
                crashes.append(f"internal error in rule {rule.name} on file {source.path}: {type(error).__name__}: {error}")

    def _suppress(self, found: dict[str, list[Diagnostic]], report: Report, commented: Mapping[str, frozenset[str] | None]) -> int:
        """Hide what ignore comments hide, in the files that were read as something that has comments; with the rules that ran on each."""
        hidden = 0
        for path, diagnostics in found.items():
            source = report.sources.get(path) if path in commented else None
            if source is None or not may_have_ignores(source.text):
                report.diagnostics.extend(diagnostics)
                continue
            from packetlint.core.suppress import suppress

            settings = self._configurations.of(path)
            ran = commented[path]
            enabled = settings.enabled(path).less(self._conditional) if ran is None else RuleSet(ran)
            result = suppress(source, diagnostics, enabled, self._names())
            report.diagnostics.extend(result.shown)
            hidden += result.hidden
        return hidden

    @property
    def _conditional(self) -> frozenset[str]:
        return frozenset(rule.name for kind in self._kinds for rule in kind.rules if not rule.always)

    def _remember(self, artifacts: list[Artifact], intake: Intake) -> None:
        """Keep what was read of blobs whose text itself says nothing of note, for the next run."""
        for artifact in artifacts:
            memory, source = artifact.kind.memory, artifact.source
            oid = intake.blob_of(artifact.candidate, source.raw) if memory and source else None
            if memory and oid and artifact.path not in intake.remarkable:
                record = memory.record(artifact.model)
                if record is not None:
                    self._run.cache.keep(artifact.kind.name, oid, record)
        self._run.cache.save()


def _diagnostic(rule: Rule, finding: Finding, source: Source, settings: Settings) -> Diagnostic:
    severity: Severity = settings.severity.get(rule.name) or _usual(rule, finding, settings)
    return Diagnostic(
        source.path,
        source.span(finding.start, finding.end),
        rule.name,
        severity,
        bounded(finding.message),
        bounded(finding.help),
        finding.contract,
        finding.pointer,
        finding.fix,
    )


def _usual(rule: Rule, finding: Finding, settings: Settings) -> Severity:
    if settings.preset == "recommended" and not rule.exact:
        return "warning"
    return finding.severity or rule.severity
