"""Where a symbolic link leads: told from its text alone, and never out of the repository."""

from __future__ import annotations

from packetlint.core.errors import EscapesError

MOST_LINKS = 40
LONGEST = 4096  # bytes that the text of a link may have


def behind(link: str, text: bytes) -> str:
    """Give the path that a link of a tree leads to. Raises EscapesError, whether or not anything is there."""
    target = text.decode("utf-8", "surrogateescape")
    if target.startswith("/"):
        raise EscapesError(link)
    done = link.split("/")[:-1]
    for part in target.split("/"):
        done = step(done, part, link)
    return "/".join(done)


def step(done: list[str], part: str, link: str) -> list[str]:
    """Go one part of a path on from `done`. Raises EscapesError above the top, in the name of the link."""
    if part in ("", "."):
        return done
    if part != "..":
        return [*done, part]
    if not done:
        raise EscapesError(link)
    return done[:-1]
