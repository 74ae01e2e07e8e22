"""What a context would hold, without writing it. Source: materialize-context, process step 10 (dry-run)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.links.context.roles import keep_of

if TYPE_CHECKING:
    from packetlint.links.context.document import Document


def plan_records(document: Document) -> list[dict[str, Any]]:
    """Give for each link, in order: where it leads, its budget, and the tokens it would take; or why it leads nowhere."""
    consumer = document.budget.consumer
    planned: list[tuple[int, dict[str, Any]]] = []
    for section in document.sections:
        ref = section.ref
        budget = section.trim if section.forced else keep_of(consumer, ref.role).name
        record = {"target": section.content.source, "budget": budget, "token_estimate": section.tokens}
        planned.append((ref.number, {"uri": ref.uri, "role": ref.role, **record}))
    for one in document.missing:
        ref, failure = one.ref, one.failure
        planned.append((ref.number, {"uri": ref.uri, "role": ref.role, "target": None, "reason": failure.reason, "detail": failure.detail}))
    return [record for _, record in sorted(planned, key=lambda pair: pair[0])]


def plan_lines(document: Document) -> list[str]:
    """Give the same for people, one line a link, and a line for all of it."""
    lines = []
    for record in plan_records(document):
        role = record["role"] or "none"
        if record["target"] is None:
            lines.append(f"{record['uri']} -> unresolved ({record['reason']}) | {role} | {record['detail']}")
        else:
            lines.append(f"{record['uri']} -> {record['target']} | {role} | {record['budget']} | {record['token_estimate']:,} tokens")
    ceiling = document.budget.max_tokens
    return [*lines, f"total: {document.tokens:,} tokens {'without a limit' if ceiling is None else f'of at most {ceiling:,}'}"]
