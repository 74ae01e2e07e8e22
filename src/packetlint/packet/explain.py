"""Say for each memory how it was scored, and why it is in a packet or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.paths import visible
from packetlint.packet.views.memory import plain_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.memory_model import Retrieval, Scored


def explain(retrieval: Retrieval) -> Iterator[str]:
    """Yield a line for each memory of the index: the scored ones in order, then those that were not scored."""
    if retrieval.skipped:
        yield f"  no memory retrieval: {retrieval.skipped}"
    if retrieval.agent_memory:
        yield f"  {visible(retrieval.agent_memory.file)}  in: the agent's own memory, always"
    for scored in retrieval.ranked:
        yield f"  {_line(scored, is_caution=scored.memory.memory_id in retrieval.caution)}"
    for unscored in retrieval.unscored:
        yield f"  {visible(unscored.memory_id)}  out: {unscored.why_not}"


def _line(scored: Scored, *, is_caution: bool) -> str:
    terms = " ".join(f"{name} {_short(value)}" for name, value in scored.terms._asdict().items())
    where = f"out: {scored.why_not}" if scored.why_not else "in, with caution" if is_caution else "in"
    return f"{visible(scored.memory.memory_id)}  {plain_number(scored.score)} = {terms}  {where}"


def _short(value: object) -> str:
    return plain_number(float(f"{value:.4f}"))
