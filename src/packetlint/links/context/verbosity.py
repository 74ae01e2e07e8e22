"""How much the command says. Source: materialize-context, "Verbosity contract"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.links.alias_layer import Origin, config_layer
from packetlint.links.aliases import CONFIG
from packetlint.links.spelling import joined, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.links.context.brain import Brain

Verbosity = Literal["terse", "normal", "verbose"]
LEVELS: tuple[Verbosity, ...] = get_args(Verbosity)
VARIABLE = "PROJECT_BRAIN_VERBOSITY"
_KEY = "verbosity"


class Chosen(NamedTuple):
    """The level, and what is wrong with what the brain says about it."""

    level: Verbosity
    warning: str = ""


def choose(stated: str | None, environ: Mapping[str, str], brain: Brain) -> Chosen:
    """Choose the level: the command line's, the environment's, the brain's, else terse.

    Raises UsageError for a level of the person's that there is none of; the brain's is only warned of.
    """
    for value, where in ((stated, "--verbosity"), (environ.get(VARIABLE) or None, VARIABLE)):
        if value is not None:
            level = _level(value)
            if level is None:
                raise UsageError(f"{where} {quoted(value)} is none of {', '.join(LEVELS)}")
            return Chosen(level)
    configured = _configured(brain)
    if configured is None:
        return Chosen("terse")
    level = _level(configured)
    if level is None:
        return Chosen("terse", f"{CONFIG}: {_KEY} {quoted(configured)} is none of {', '.join(LEVELS)}, so it is terse")
    return Chosen(level)


def _level(value: str) -> Verbosity | None:
    return next((level for level in LEVELS if level == value), None)


def _configured(brain: Brain) -> str | None:
    path = joined(brain.root.path, CONFIG)
    try:
        raw = brain.content.read(path)
    except UnreadableError:
        return None
    return config_layer(Origin(path, path, brain.path, None, trusted=False), raw).text(_KEY)
