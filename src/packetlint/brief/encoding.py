"""An exact token count from a local encoding table (extra `tokens`). Nothing is ever downloaded."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING
from unittest.mock import patch

import tiktoken
from tiktoken_ext import openai_public

if TYPE_CHECKING:
    from collections.abc import Callable


def load_encoding(path: str, raw: bytes) -> Callable[[str], int]:
    """Make a counter from a table `NAME.tiktoken`: a base64 token and its rank a line.

    The library's own definition of the encoding NAME is used, with this table in place of its download.
    Raises ValueError when the name is unknown or the table is malformed.
    """
    name = path.rpartition("/")[2].partition(".")[0]
    define = openai_public.ENCODING_CONSTRUCTORS.get(name)
    if define is None:
        known = ", ".join(sorted(openai_public.ENCODING_CONSTRUCTORS))
        raise ValueError(f"is named after no encoding; known: {known}")
    ranks = _ranks(raw)
    with patch.multiple(openai_public, load_tiktoken_bpe=lambda *_, **__: ranks, data_gym_to_mergeable_bpe_ranks=lambda *_, **__: ranks):
        definition = define()
    definition.pop("explicit_n_vocab", None)
    encoding = tiktoken.Encoding(**definition)
    return lambda text: len(encoding.encode_ordinary(text))


def _ranks(raw: bytes) -> dict[bytes, int]:
    try:
        pairs = [line.split() for line in raw.splitlines() if line.strip()]
        ranks = {base64.b64decode(token, validate=True): int(rank) for token, rank in pairs}
    except (ValueError, binascii.Error):
        raise ValueError("is not an encoding table (a base64 token and its rank a line)") from None
    if any(bytes([byte]) not in ranks for byte in range(256)):
        raise ValueError("is not a whole encoding table: it lacks single bytes")
    return ranks
