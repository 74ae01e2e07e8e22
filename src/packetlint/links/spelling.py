"""Other spellings of a path: without dots and empty parts, and with its percent escapes read."""

from __future__ import annotations

from packetlint.core.paths import visible

_SHOWN = 160


def normalised(path: str) -> str | None:
    """Resolve `.` and `..` and drop empty parts, by the text alone; None where the path leaves its top."""
    done: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not done:
                return None
            done.pop()
        elif part not in ("", "."):
            done.append(part)
    return "/".join(done)


def absolute(path: str) -> str:
    """Give an absolute path without dots and empty parts; above `/` there is only `/`."""
    done: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del done[-1:]
        elif part not in ("", "."):
            done.append(part)
    return "/" + "/".join(done)


def decoded(path: str) -> str | None:
    """Read percent escapes, once; None where there are none, or where one stands for NUL, which no name holds.

    Bytes that are not UTF-8 survive as surrogates, as they do in the paths git gives.
    """
    if "%" not in path:
        return None
    from urllib.parse import unquote  # only a name with `%` in it needs it

    name = unquote(path, errors="surrogateescape")
    return None if name == path or "\0" in name else name


def below(base: str, path: str) -> str | None:
    """Give the part of a path that lies below `base` ("" is everything's top); None where it does not. By the text alone."""
    if not base or path == base:
        return path if not base else ""
    top = base if base.endswith("/") else base + "/"
    return path.removeprefix(top) if path.startswith(top) else None


def joined(base: str, path: str) -> str:
    """Put a path below a base; either may be empty."""
    if not base or not path:
        return base or path
    return f"{base}{path}" if base.endswith("/") else f"{base}/{path}"


def quoted(text: str) -> str:
    """Quote a text for a message, with its controls escaped and cut where it is long."""
    return f"`{visible(text if len(text) <= _SHOWN else text[:_SHOWN] + '...')}`"
