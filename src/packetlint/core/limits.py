"""How large a file may be to be read, in bytes."""

from __future__ import annotations

SIZE_LIMIT = 8 << 20
JSON_SIZE_LIMIT = 32 << 20  # a partition of ten thousand items takes nine


def size_limit(path: str) -> int:
    """Give the most bytes a file of this name may have to be read."""
    return JSON_SIZE_LIMIT if path[-5:].lower() == ".json" else SIZE_LIMIT
