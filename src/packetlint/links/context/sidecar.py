"""context.json: what became of each link, for programs, and for the next run to compare with.

Source: materialize-context, process step 8 (the fields of a ref) and "State passed forward".
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from packetlint.core.json_text import json_text
from packetlint.links.context.outfiles import GENERATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.links.context.document import Document
    from packetlint.links.context.model import Missing, Section, Stale

VERSION = 1


def tree_id(brain: str) -> str:
    """Give what stands for the absolute path of a brain: which it is, and not where."""
    return sha256(brain.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def sidecar(document: Document, brain: str, tokens: int) -> bytes:
    """Give the bytes of context.json; the links stand in the order of `soft_links`. `brain` is its absolute path."""
    header, budget = document.header, document.budget
    refs = [*map(section_record, document.sections), *(missing_record(one, header.generated_at) for one in document.missing)]
    members = {
        "generator": GENERATOR,
        "version": VERSION,
        "artifact": header.artifact,
        "tree": tree_id(brain),
        "primary_project": header.primary_project,
        "generated_at": header.generated_at,
        "consumer": budget.consumer,
        "roles": header.roles,
        "max_tokens": budget.max_tokens,
        "token_estimate": tokens,
        "ceiling_hit": document.ceiling_hit,
        "counts": document.counts._asdict(),
        "refs": [record for _, record in sorted(refs, key=lambda ref: ref[0])],
    }
    return as_json(members)


def as_json(members: object) -> bytes:
    """Write JSON as it is written everywhere here. A name that is not UTF-8 is shown by escapes."""
    return f"{json_text(members, indent=2)}\n".encode()


def section_record(section: Section) -> tuple[int, dict[str, Any]]:
    """Give a resolved link's number and record."""
    content = section.content
    return section.ref.number, {
        "uri": section.ref.uri,
        "role": section.ref.role,
        "resolved_at": content.at,
        "status": "resolved",
        "bytes": content.size,
        "token_estimate": section.tokens,
        "trim_applied": section.trim or "none",
        "source": content.source,
        "title": content.title,
        "blob": content.blob,
        "sha256": content.digest,
        "note": content.note or None,
    }


def missing_record(one: Missing, at: str) -> tuple[int, dict[str, Any]]:
    """Give an unresolved link's number and record."""
    return one.ref.number, {
        "uri": one.ref.uri,
        "role": one.ref.role,
        "resolved_at": at,
        "status": "unresolved",
        "bytes": 0,
        "token_estimate": 0,
        "trim_applied": "none",
        "source": None,
        "reason": one.failure.reason,
        "detail": one.failure.detail,
    }


def stale_records(stale: Sequence[Stale]) -> list[dict[str, str]]:
    """Give the links that failed or drifted, as callers read them."""
    return [{"uri": one.ref.uri, "reason": one.reason} for one in stale]
