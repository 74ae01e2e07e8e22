"""Each format of a report read by what reads it in earnest: the paths and the messages that arrive there."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes

from jsonschema import Draft4Validator
from junitparser import JUnitXml
from lxml import html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEADLINE = re.compile(r"(.+?):(\d+):(\d+): (?:error|warning)\[[a-z-]+/[a-z-]+\] (.+)")
_ESCAPED = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
_ELEMENTS = frozenset(
    "html head meta title style body header h1 h2 p aside div label input fieldset legend output "
    "bdi button details summary table thead tbody tr th td a main article span pre mark code script".split()
)


class Said(NamedTuple):
    """What a reader takes from one finding."""

    path: str
    message: str


def read(format: str, text: str) -> list[Said]:
    """Read a report; what its reader cannot take is an AssertionError."""
    return list(_READERS[format](text))


def _lines(text: str) -> Iterator[Said]:
    """Read headlines. In `full` every other line is an excerpt, its carets, a help or empty."""
    for line in text.split("\n"):
        match = _HEADLINE.fullmatch(line)
        if match:
            yield Said(match[1].removeprefix("./"), match[4])
        else:
            assert re.match(r"$|help: |\d+ \| | *\| ", line), line


def _json(text: str) -> Iterator[Said]:
    return (Said(found["path"], found["message"]) for found in json.loads(text)["diagnostics"])


@cache
def _sarif_schema() -> Draft4Validator:
    return Draft4Validator(json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8")))


def _sarif(text: str) -> Iterator[Said]:
    document = json.loads(text)
    assert [error.message for error in _sarif_schema().iter_errors(document)] == []
    for result in document["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        yield Said(unquote_to_bytes(uri).decode("utf-8", "surrogateescape"), result["message"]["text"])


def _github(text: str) -> Iterator[Said]:
    """Read workflow commands by the runner's rules: one a line, and nothing beside them."""
    for line in text.removesuffix("\n").split("\n"):
        match = re.fullmatch(r"::(?:error|warning) ([^:]*)::(.*)", line)
        assert match, line
        properties = dict(pair.split("=", 1) for pair in match[1].split(","))
        yield Said(_unescaped(properties["file"]), _unescaped(match[2]))


def _unescaped(text: str) -> str:
    return re.sub("%(?:0D|0A|3A|2C|25)", lambda match: _ESCAPED[match[0]], text)


def _gitlab(text: str) -> Iterator[Said]:
    issues: list[dict[str, Any]] = json.loads(text)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert issue["severity"] in ("major", "minor")
        assert 1 <= issue["location"]["lines"]["begin"] <= issue["location"]["lines"]["end"]
        assert not issue["location"]["path"].startswith(("/", "./"))
        yield Said(issue["location"]["path"], issue["description"])


def _junit(text: str) -> Iterator[Said]:
    for suite in JUnitXml.fromstring(text.encode()):
        for test in suite:
            yield Said(suite.name, test.result[0].message)


def _html(text: str) -> Iterator[Said]:
    page = html.fromstring(text)
    assert {element.tag for element in page.iter() if isinstance(element.tag, str)} <= _ELEMENTS
    assert [name for element in page.iter() for name in element.attrib if name.startswith("on")] == []
    for article in page.iter("article"):
        heading = article.getparent().find(".//bdi")
        yield Said("" if heading is None else heading.text_content(), article.text_content())


_READERS: dict[str, Callable[[str], Iterator[Said]]] = {
    "full": _lines,
    "concise": _lines,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
    "html": _html,
}
