"""How many tokens a text has: an estimate from its characters, or an exact count from a local encoding table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import ConfigurationError, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.config import Settings
    from packetlint.core.content import Content

    Counter = Callable[[str], int]

RATIO = 4


def counter_for(settings: Settings, content: Content) -> Counter:
    """Give the counter the configuration asks for. Raises ConfigurationError for a table that cannot be used."""
    table = settings.tokens.get("file")
    if table is not None:
        return _load(settings, str(table), content)
    ratio = settings.tokens.get("ratio", RATIO)
    return lambda text: int(-(-len(text) // ratio))


def _load(settings: Settings, table: str, content: Content) -> Counter:
    file, line = settings.file or "packetlint.toml", settings.tokens.get("line")
    try:
        from packetlint.brief.encoding import load_encoding
    except ImportError:
        raise ConfigurationError(
            file, "an exact count needs the extra: pip install 'packetlint[tokens]'", line=line, key="tokens.file"
        ) from None
    path = f"{settings.origin}/{table}" if settings.origin else table
    try:
        return load_encoding(path, content.read(path))
    except (UnreadableError, ValueError) as error:
        raise ConfigurationError(file, f"{table} {error}", line=line, key="tokens.file") from None
