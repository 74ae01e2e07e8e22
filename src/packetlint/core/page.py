"""Self-contained HTML pages: one file, no network, and nothing that a stranger wrote becomes markup or code."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template

from packetlint.core.paths import visible

_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def assemble(name: str, *, styles: tuple[str, ...], scripts: tuple[str, ...], **filling: str) -> str:
    """Fill `pages/<name>.html` with style sheets, scripts (names of files in `pages`, in order) and markup by placeholder.

    The page's policy lets these very scripts and styles run and forbids everything else, every request too.
    """
    style, script = (_joined(names) for names in (styles, scripts))
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    return Template(_text(f"{name}.html")).substitute(filling, policy=policy, style=style, script=script)


def for_script(value: object) -> str:
    r"""Give a value as JSON for a script element: ASCII only, and neither `</script>` nor `<!--` nor U+2028 can occur in it."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).translate(_MARKUP)


def for_markup(text: str) -> str:
    """Give a text for an element or a quoted attribute; what is invisible or turns the direction of writing shows as an escape."""
    return escape(visible(text))


def _joined(names: tuple[str, ...]) -> str:
    return "".join(map(_text, names))


def _text(name: str) -> str:
    return files("packetlint").joinpath("pages", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
