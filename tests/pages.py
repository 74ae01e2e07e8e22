"""Read an HTML page as a browser would: its elements in order, its texts, its policy, and whether the policy fits."""

from __future__ import annotations

import base64
import hashlib
import json
from html.parser import HTMLParser
from typing import Any

_VOID = {"meta", "input", "link", "img", "br", "hr", "base", "embed", "source"}
_FORBIDDEN = {"link", "iframe", "img", "object", "embed", "base", "form", "svg", "video", "audio"}
_ASKING = {"src", "srcset", "style", "action", "formaction", "background", "poster", "ping"}


class Page(HTMLParser):
    """What is in a page. `skeleton` has the elements as they open and close, with the names of their attributes."""

    def __init__(self, text: str) -> None:
        """Read a page. Raises AssertionError where an element is not closed in order."""
        super().__init__()
        self.skeleton: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self.text = self.data = ""
        self._open: list[str] = []
        self._is_data = False
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.skeleton.append(f"<{tag} {' '.join(name for name, _ in attrs)}>")
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in _VOID:
            self._open.append(tag)
        self._is_data = ("type", "application/json") in attrs

    def handle_endtag(self, tag: str) -> None:
        """Note its end."""
        self.skeleton.append(f"</{tag}>")
        assert self._open.pop() == tag

    def handle_comment(self, data: str) -> None:
        """Note a comment: the pages have none of their own."""
        self.skeleton.append(f"<!--{data}-->")

    def handle_data(self, data: str) -> None:
        """Note a text, apart for data, scripts and styles."""
        where = self._open[-1] if self._open else ""
        if where == "script" and self._is_data:
            self.data += data
        elif where in self.inside:
            self.inside[where].append(data)
        else:
            self.text += data

    @property
    def read(self) -> Any:
        """Give what the data says."""
        return json.loads(self.data)

    def values(self, tag: str, attribute: str) -> list[str]:
        """Give the values of an attribute, in order."""
        return [value for one, name, value in self.attributes if (one, name) == (tag, attribute)]


def assert_is_sealed(text: str) -> Page:
    """Assert that a page asks nothing of the network and runs nothing but its own script; give the page."""
    page = Page(text)
    policy = next(value for value in page.values("meta", "content") if value.startswith("default-src"))
    scripts, styles = ([_hash(content) for content in page.inside[name]] for name in ("script", "style"))
    assert policy == f"default-src 'none'; script-src {scripts[0]}; style-src {styles[0]}; base-uri 'none'; form-action 'none'"
    assert (len(scripts), len(styles)) == (1, 1)
    assert not any(name in _ASKING or name.startswith("on") for _, name, _ in page.attributes)
    assert not {element.strip("<>").split()[0] for element in page.skeleton} & _FORBIDDEN
    assert not any(word in page.inside["style"][0] for word in ("url(", "@import"))
    assert all(value.startswith("https://github.com/packetlint/") for value in page.values("a", "href"))
    return page


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
