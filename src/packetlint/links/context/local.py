"""Turn a file or directory on disk into content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import MissingError, UnreadableError
from packetlint.core.limits import SIZE_LIMIT as GIT_LIMIT
from packetlint.core.paths import visible
from packetlint.links.context.excerpts import own_title
from packetlint.links.context.files import HTML, MARKDOWN, SIZE_LIMIT, Taken, blob_id, take, text_of
from packetlint.links.context.model import NOT_FOUND, Content, Failure
from packetlint.links.context.remote import read_page
from packetlint.links.outside import names_in
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from packetlint.links.context.brain import Brain
    from packetlint.links.context.targets import OnDisk

_NODES = ("NODE.md", "thread.md")
_MOST_NAMES = 200


def load(target: OnDisk, brain: Brain, at: str) -> Content | Failure:
    """Read what a link leads to; `at` is the time of the run. What cannot be read is a failure, never an error."""
    names = names_in(target.path)
    if names is not None:
        node = next((name for name in _NODES if names.get(name) == "file"), None)
        if node is None:
            return _listing(target, sorted(names), at)
        target = target._replace(path=joined(target.path, node), source=joined(target.source, node))
    try:
        return _content(target, _take(target, brain), at)
    except UnreadableError as error:
        return Failure(NOT_FOUND, f"{visible(target.source)} {error}")


def _take(target: OnDisk, brain: Brain) -> Taken:
    """Read from disk; from git's index where a sparse checkout left the file out."""
    try:
        return take(target.path)
    except MissingError:
        if target.tracked is None or brain.git is None:
            raise
        raw = brain.git.blob(f":0:{target.tracked}", GIT_LIMIT)
        return Taken(raw[:SIZE_LIMIT], len(raw), blob_id(raw))


def _content(target: OnDisk, taken: Taken, at: str) -> Content:
    is_markdown = target.source.endswith(MARKDOWN)
    text, note = text_of(taken, target.source)
    page = read_page(taken.raw) if text and target.source.lower().endswith(HTML) else None
    if page:
        text, is_markdown = page.text, True
    title = (page and page.title) or (own_title(text) if text and is_markdown else None) or _name(target.source)
    notes = "; ".join(filter(None, (target.note, note, page.note if page else "")))
    return Content(title, text, target.source, taken.size, at, is_markdown, notes, blob=taken.blob)


def _name(source: str) -> str:
    """Name a file without a heading; what is called like all others, with its directory."""
    folder, _, name = source.rpartition("/")
    return f"{folder.rpartition('/')[2]}/{name}" if name in _NODES and folder else name


def _listing(target: OnDisk, names: list[str], at: str) -> Content:
    """Describe a directory that has no node by the names in it."""
    more = [f"- and {len(names) - _MOST_NAMES} more"] if len(names) > _MOST_NAMES else []
    listed = [f"- {visible(name)}" for name in names[:_MOST_NAMES] if name != ".git"]
    text = "\n".join([f"The directory holds {len(names)} names:", "", *listed, *more])
    return Content(f"{_name(target.source.rstrip('/'))}/", text, target.source, 0, at, note="a directory without NODE.md or thread.md")
