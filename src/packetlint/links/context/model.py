"""What a context is made of: the links of one artifact, what became of each, and what was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.core.spool import Kept
    from packetlint.links.context.roles import Consumer

Mode = Literal["materialize", "detect-stale", "dry-run"]
NOT_FOUND, NOT_ALLOWED, UNSUPPORTED = "not-found", "not-allowed", "unsupported-scheme"
UNKNOWN_ALIAS, UNREACHABLE_ALIAS = "unknown alias", "alias root unreachable"


class Request(NamedTuple):
    """What the person asks for. `max_tokens` is None where the consumer decides; `roles` None stands for all.

    `now` and `as_of` are times as `2026-04-20T09:00:00Z`; `as_of` is None where the clock counts.
    """

    artifact: str | None
    here: str
    environ: Mapping[str, str]
    now: str
    mode: Mode = "materialize"
    consumer: Consumer = "author"
    roles: tuple[str, ...] | None = None
    max_tokens: int | None = None
    persist: bool = False
    strict: bool = False
    confirmed: bool = False
    out: str | None = None
    refresh: bool = False
    as_of: str | None = None
    allow_files: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    mcp_names: tuple[str, ...] = ()
    brain: str | None = None
    verbosity: str | None = None


class Ref(NamedTuple):
    """One link of the artifact. `number` counts from 1, in the order of `soft_links`; `role` is None where it has none."""

    number: int
    uri: str
    role: str | None


class Content(NamedTuple):
    """What a link leads to.

    `text` has LF line ends and no frontmatter; None where there is only a `note` to say what is there. `source` is a
    path from the repository's top, an absolute path, or a URI. `blob` is git's id of a file's bytes, `digest` the
    SHA-256 of what was fetched. `size` is in bytes. `markdown` says that headings and paragraphs are to be looked for.
    `kept` is where the text is put away, if it is.
    """

    title: str
    text: str | None
    source: str
    size: int
    at: str
    markdown: bool = True
    note: str = ""
    blob: str | None = None
    digest: str | None = None
    kept: Kept | None = None


class Failure(NamedTuple):
    """Why a link leads to nothing: one of the words of the seed's failure table, and what exactly is wrong."""

    reason: str
    detail: str


class Section(NamedTuple):
    """A resolved link as it is written down.

    `body` is what is kept of the text (with a ceiling, at most a little more than fits), put away; `only_title` says
    that it is just the title. `tokens` is what it comes to and `whole` what all of the text would; `trim` says what was
    left out, "" for nothing; `forced` that the ceiling did it.
    """

    ref: Ref
    content: Content
    body: Kept
    only_title: bool
    tokens: int
    whole: int
    trim: str = ""
    forced: bool = False


class Missing(NamedTuple):
    """A link that leads to nothing."""

    ref: Ref
    failure: Failure


class Stale(NamedTuple):
    """A link that leads to nothing, or to something else than last time."""

    ref: Ref
    reason: str
    detail: str
