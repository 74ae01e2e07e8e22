"""The two parsers of ruamel.yaml, as streams of events.

The one in Python is the judge: what it refuses is faulty, where it says. The one in C is many times quicker,
but not always installed, and the two differ about anchors, aliases, tags and block scalars; so it is asked
only about text without these. What it accepts there the other accepts, with the same events; only what is
empty has another place.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from packetlint.links.frontmatter import PRINTABLE
from packetlint.links.yaml_faults import explained, misplaced_directive, too_deep, unacceptable, wrong_escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruamel.yaml import YAML

    from packetlint.links.frontmatter import Block


@cache
def loader() -> YAML:
    """Give the loader that is asked about single values, made once."""
    return _new_loader()


def _new_loader() -> YAML:
    from packetlint.core.yaml_nodes import bounded_yaml  # 20 ms, which only frontmatter out of the ordinary has to pay

    return bounded_yaml()


def events(text: str, block: Block) -> Iterator[Any]:
    """Yield what the judge finds in the frontmatter of a text. Raises Unreadable where it stops."""
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    from packetlint.core.yaml_nodes import NESTED

    yaml = _new_loader()
    try:
        _, parser = yaml.get_constructor_parser(text[block.start : block.end])
        while parser.check_event():
            yield parser.get_event()
    except ReaderError as error:
        raise unacceptable(text, block.start + error.position) from None
    except MarkedYAMLError as error:
        if error.problem == NESTED and error.problem_mark:
            raise too_deep(block.start + error.problem_mark.index) from None
        raise explained(error, text, block.start, block.end) from None
    except IndexError:  # a directive without a document behind it
        raise misplaced_directive(text, block.start, block.end) from None
    except (ValueError, OverflowError):  # an escape that stands for no character
        raise wrong_escape(text, block.start + yaml.reader.index - len(r"\U"), block.end) from None


# What may begin an anchor, an alias, a tag or a block scalar; and all but printable text on lines that end with LF.
_DISPUTED = re.compile(rf"(?<![\w/=.])[*&!|>]|[^\n{PRINTABLE}]")


def quick_events(text: str, block: Block) -> Iterator[Any] | None:
    """Yield the same events from the parser in C, which raises YAMLError; None where it is not there or not to be asked."""
    if _DISPUTED.search(text, block.start, block.end):
        return None
    try:
        from ruamel.yaml import cyaml
    except ImportError:
        return None
    parser: Any = cyaml.CParser(text[block.start : block.end])  # type: ignore[attr-defined]
    return iter(parser.get_event, None)
