"""A rule as the format sarif describes it: what it finds, its explanation, and how far it can be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.cli.explanation import explanation_of, for_terminal

if TYPE_CHECKING:
    from packetlint.core.rule import Rule

_PRECISION = {True: "very-high", False: "medium"}  # the words that code scanning sorts by


def descriptor(rule: Rule) -> dict[str, Any]:
    """Give the descriptor. `help.markdown` is the rule's page, `help.text` the same for readers that show no markdown."""
    explanation = explanation_of(rule.name)
    page = for_terminal(explanation.text)
    return {
        "id": rule.name,
        "name": _title(rule.name),
        "shortDescription": {"text": _sentence(rule.summary)},
        "fullDescription": {"text": _plain(explanation.sections["What it reports"])},
        "help": {"text": page, "markdown": page},
        "helpUri": rule.url,
        "defaultConfiguration": {"level": rule.severity},
        "properties": {
            "tags": [rule.name.partition("/")[0]],
            "precision": _PRECISION[rule.exact],
            "problem.severity": rule.severity,
        },
    }


def _title(name: str) -> str:
    """Give `brief/unknown-category` as `BriefUnknownCategory`: the format wants one word for it."""
    return "".join(word.capitalize() for word in name.replace("/", "-").split("-"))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _plain(text: str) -> str:
    """Give a section's first paragraph as one line."""
    return " ".join(text.partition("\n\n")[0].split())
