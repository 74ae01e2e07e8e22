"""What a link that leads nowhere was probably meant to be; looked for only when somebody reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.spelling import below, joined

if TYPE_CHECKING:
    from packetlint.core.path_index import PathIndex

_MOST_COMPARED = 20_000  # names in all, so that a tree full of dead links is still judged quickly
_LONGEST = 120
_COMMON = frozenset(("NODE.md", "thread.md", "impl-spec.md"))


class Hints:
    """Names of one repository that are near to others."""

    def __init__(self, index: PathIndex) -> None:
        """Nothing is gathered yet."""
        self._index = index
        self._compared = 0

    def near(self, base: str, path: str) -> str | None:
        """Give the path below `base` that `path` may have been meant to be; both without the base."""
        return self._with_suffix(base, path) or self._elsewhere(base, path) or self._misspelt(base, path)

    def _with_suffix(self, base: str, path: str) -> str | None:
        return f"{path}.md" if path and self._index.is_file(joined(base, f"{path}.md")) else None

    def _elsewhere(self, base: str, path: str) -> str | None:
        """Find the only file of that name in another directory; what many files are called says nothing."""
        name = path.rpartition("/")[2]
        if name in _COMMON:
            return None
        found = [short for full in self._index.by_name.get(name, ()) if (short := below(base, full)) is not None]
        return found[0] if len(found) == 1 else None

    def _misspelt(self, base: str, path: str) -> str | None:
        """Compare the first part that is not there with the names that are."""
        here, parts = "", path.split("/")
        while parts and self._index.is_directory(joined(base, joined(here, parts[0]))):
            here = joined(here, parts.pop(0))
        names = {_stem(name): name for name in self._index.names.get(joined(base, here), ())}
        self._compared += len(names)
        if not parts or len(parts[0]) > _LONGEST or self._compared > _MOST_COMPARED:
            return None
        from packetlint.core.nearest import nearest_word

        stem = nearest_word(_stem(parts[0]), names)
        return None if stem is None else self._if_there(base, joined(joined(here, names[stem]), "/".join(parts[1:])))

    def _if_there(self, base: str, path: str) -> str | None:
        full = joined(base, path)
        return path if self._index.is_file(full) or self._index.is_directory(full) else None


def _stem(name: str) -> str:
    """Drop what nearly every name ends with, so that it makes no two names near."""
    return name.removesuffix(".md")
