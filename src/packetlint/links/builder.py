"""Build a context: every text that an artifact links to, in one file. Source: materialize-context.

The order is the seed's: inputs and refusals, the links, budgets, fences, output. Nothing below the brain is written
but into the directories of --persist and --out, and git is only ever asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.spool import Spool
from packetlint.links.context.artifact import Artifact, locate, read_artifact
from packetlint.links.context.brain import Brain, find_brain, nearest_brain, open_brain
from packetlint.links.context.ceiling import fit
from packetlint.links.context.disk import is_file
from packetlint.links.context.document import Document, Header, opening
from packetlint.links.context.gather import Item, items_of, outcomes, wanted
from packetlint.links.context.ignored import not_ignored
from packetlint.links.context.model import Content, Missing, Stale
from packetlint.links.context.outfiles import CONTEXT, SIDECAR, STALE, refuse_foreign, write_all
from packetlint.links.context.places import Place, Scratch, folder_of, place_of, scratch_of
from packetlint.links.context.remote import fetch
from packetlint.links.context.roles import CEILINGS
from packetlint.links.context.sections import Budget, section_of
from packetlint.links.context.sidecar import sidecar, tree_id
from packetlint.links.context.stale import Earlier, earlier_run, judge, report
from packetlint.links.context.targets import Targets
from packetlint.links.context.tokens import RATIO
from packetlint.links.context.verbosity import Verbosity, choose
from packetlint.links.snapshots import DIRECTORY
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from packetlint.core.config import Settings
    from packetlint.core.content import Content as Bytes
    from packetlint.links.context.gather import Outcome
    from packetlint.links.context.model import Request
    from packetlint.links.context.remote import Arrived, Progress
    from packetlint.links.context.targets import Remote
    from packetlint.online.result import Options

    SettingsOf = Callable[[Bytes, str], Settings]

MCP_CONFIG = ".mcp.json"


class Built(NamedTuple):
    """What came of a run. `written` maps the names of files to their absolute paths; a dry run writes none.

    `document` is None where links were only looked at for being stale; `warnings` are lines for people.
    """

    request: Request
    verbosity: Verbosity
    artifact: str
    total: int
    written: dict[str, str]
    stale: tuple[Stale, ...]
    warnings: tuple[str, ...]
    document: Document | None = None


class _Job(NamedTuple):
    """A run whose inputs are settled."""

    request: Request
    brain: Brain
    artifact: Artifact
    project: str
    targets: Targets
    items: list[Item]
    left_out: int
    scratch: Scratch
    place: Place
    ratio: float
    on_fetched: Progress | None


def build(request: Request, settings_of: SettingsOf, say: Callable[[str], None], on_fetched: Progress | None = None) -> Built:
    """Do what is asked. `say` prints a line at once: what has to be known before anything is written.

    `on_fetched` is told how many links are fetched, and how many there are to fetch.

    Raises UsageError where a precondition is not met; nothing is written then.
    """
    outer = find_brain(request.here, request.brain)
    canonical = locate(request.artifact, request.here, outer)
    brain = open_brain(outer if request.brain is not None else nearest_brain(canonical, outer))
    try:
        job = _prepared(request, brain, canonical, settings_of)._replace(on_fetched=on_fetched)
        chosen = choose(request.verbosity, request.environ, brain)
        _ask_before_writing(job, say)
        built = _checked(job, chosen.level) if request.mode == "detect-stale" else _materialized(job, chosen.level)
        warnings = (*filter(None, [chosen.warning]), *built.warnings, *_not_ignored(job))
        return built._replace(warnings=tuple(dict.fromkeys(warnings)))
    finally:
        brain.close()


def _prepared(request: Request, brain: Brain, canonical: str, settings_of: SettingsOf) -> _Job:
    artifact = read_artifact(canonical, brain)
    from_top = brain.from_top(canonical)
    settings = settings_of(brain.content, from_top)
    targets = Targets(brain, from_top, request)
    all_items = items_of(artifact.leaf)
    items = wanted(all_items, request.roles, (*settings.links.get("roles", ()), *targets.aliases.roles))
    targets.refuse_without_primary([item.ref for item in items if not item.failure], artifact.primary_project)
    scratch = scratch_of(request.environ, request.here)
    project = artifact.primary_project or targets.aliases.primary_project or _named_after(brain.path)
    place = place_of(request, brain, artifact, folder_of(scratch, project, artifact), scratch)
    ratio = float(settings.tokens.get("ratio", RATIO))
    return _Job(request, brain, artifact, project, targets, items, len(all_items) - len(items), scratch, place, ratio, None)


def _named_after(brain: str) -> str:
    """Name a project that nobody has named: after its directory."""
    parts = [part for part in brain.split("/") if part and part != "project-brain"]
    return parts[-1] if parts else "unnamed"


def _ask_before_writing(job: _Job, say: Callable[[str], None]) -> None:
    """Refuse to write over what is not ours, and say what --persist puts where others may read it."""
    request, place = job.request, job.place
    if request.mode == "dry-run":
        return
    names = (STALE,) if request.mode == "detect-stale" else (CONTEXT, SIDECAR)
    if place.kind == "out":
        refuse_foreign(place.directory, dict.fromkeys(names))
    if place.kind != "persist":
        return
    say(
        f"⚠ --persist will write materialized content to {joined(place.directory, names[0])}. This content may include private data"
        f" resolved from mcp://, https://, or aliased-repo URIs. Ensure `{DIRECTORY}/` is listed in `.gitignore` before committing."
        " See CONVENTIONS § 1 for repository hygiene."
    )
    if request.strict and not request.confirmed:
        raise UsageError("stopped before writing: with --strict the warning has to be confirmed with --yes")


def _outcomes(job: _Job, *, compare: bool) -> Iterator[Outcome]:
    def fetching(remotes: Sequence[Remote]) -> Iterator[Arrived]:
        return fetch(remotes, _options(job, compare=compare), job.place.at, job.on_fetched)

    return outcomes(job.items, job.targets, job.brain, job.place.at, fetching)


def _options(job: _Job, *, compare: bool) -> Options:
    """Say what may be fetched. To compare, every response is asked for anew, its text is not needed, and the cache is left as it is."""
    from packetlint.online.result import Options

    request = job.request
    configs = (joined(directory, MCP_CONFIG) for directory in (job.brain.path, job.brain.top))
    return Options(
        allow_hosts=request.allow_hosts,
        mcp_names=request.mcp_names,
        mcp_config_path=next((path for path in configs if is_file(path)), None),
        refresh=request.refresh or compare,
        cache_root=job.scratch.root,
        store=not compare,
        texts=not compare,
    )


# -- materialize, and a dry run ----------------------------------------------------------------


def _materialized(job: _Job, verbosity: Verbosity) -> Built:
    request = job.request
    ceiling = CEILINGS[request.consumer] if request.max_tokens is None else request.max_tokens
    document, warnings = _document(job, Budget(request.consumer, ceiling, job.ratio))
    fit(document)
    warnings += [] if document.fits else [f"max_tokens {ceiling} is too small: what the context says of itself takes {document.tokens}"]
    stale = tuple(Stale(one.ref, *one.failure) for one in document.missing)
    written = {} if request.mode == "dry-run" else _write(job, document)
    return Built(request, verbosity, job.artifact.path, len(job.items), written, stale, tuple(warnings), document)


def _document(job: _Job, budget: Budget) -> tuple[Document, list[str]]:
    spool = Spool(job.scratch.root)
    sections, missing = [], []
    warnings: list[str] = []
    for one in _outcomes(job, compare=False):
        warnings += one.warnings
        if isinstance(one.result, Content):
            sections.append(section_of(one.ref, one.result, budget, spool))
        else:
            missing.append(Missing(one.ref, one.result))
    header = Header(job.artifact.path, job.project, job.place.at, job.request.roles, job.left_out)
    return Document(header, budget, sections, missing), warnings


def _write(job: _Job, document: Document) -> dict[str, str]:
    return write_all(job.place, {CONTEXT: document.render(), SIDECAR: (sidecar(document, job.brain.path, document.tokens),)})


def _not_ignored(job: _Job) -> Iterator[str]:
    """Say that git would take a snapshot into a commit."""
    if job.place.kind != "persist" or job.brain.git is None:
        return
    note = not_ignored(joined(job.place.directory, CONTEXT), job.brain.ignoring)
    if note:
        yield f"{note.rule}: {note.message}: {note.help}"


# -- detect-stale ------------------------------------------------------------------------------


def _checked(job: _Job, verbosity: Verbosity) -> Built:
    earlier = _earlier(job)
    stale = []
    warnings: list[str] = []
    for one in _outcomes(job, compare=True):
        warnings += one.warnings
        found = judge(one.ref, one.result, earlier, one.changed)
        if found:
            stale.append(found)
    header = Header(job.artifact.path, job.project, job.place.at, job.request.roles, job.left_out)
    written = write_all(job.place, {STALE: (report(opening(header), stale, len(job.items), earlier),)})
    return Built(job.request, verbosity, job.artifact.path, len(job.items), written, tuple(stale), tuple(warnings))


def _earlier(job: _Job) -> Earlier | None:
    """Find the last context of this artifact: in scratch, in a snapshot, or where --out leads."""
    holder = joined(job.brain.path, job.artifact.path.rpartition("/")[0])
    shared = [folder_of(job.scratch, job.project, job.artifact), *([job.place.directory] if job.place.kind == "out" else [])]
    found = (
        earlier_run(shared, tree_id(job.brain.path), job.artifact.path),
        earlier_run([joined(holder, DIRECTORY)], None, job.artifact.path),
    )
    return max(filter(None, found), key=lambda run: run.at, default=None)
