"""What the web and MCP servers answered to the links of the judged files; nothing is asked without --online."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.paths import visible
from packetlint.links.said import Said
from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from packetlint.core.reach import Reach
    from packetlint.core.tree import Tree
    from packetlint.links.model import Leaf
    from packetlint.online.result import Fetched, Kind

_RULES: dict[Kind, str] = {"http": "links/http-failed", "mcp": "links/mcp-unreachable"}
_SERVERS = ".mcp.json"
_AGAIN = "that says nothing about the target: check again later"


def ask(leaves: Iterable[Leaf], reach: Reach, tree: Tree) -> dict[str, Fetched]:
    """Fetch every link to the web, and to the MCP servers that the person named; give the answers by link.

    Raises UsageError when the extra `online` is not installed.
    """
    if not reach.online:
        return {}
    from packetlint.online.fetch import fetch_all
    from packetlint.online.result import Options, Request

    requests = [Request(uri, kind) for uri, kind in sorted(_asked(leaves, reach))]
    servers = f"{tree.top.rstrip('/')}/{_SERVERS}" if tree.top and reach.mcp else None
    options = Options(reach.allow_hosts, reach.mcp, servers, texts=False)
    tree.looked_beyond = True
    return dict(zip((request.uri for request in requests), fetch_all(requests, options), strict=True))


def _asked(leaves: Iterable[Leaf], reach: Reach) -> set[tuple[str, Kind]]:
    found: set[tuple[str, Kind]] = set()
    for leaf in leaves:
        for link in leaf.links:
            parsed = parse(link.uri) if "://" in link.uri else None
            if parsed and parsed.kind == "http":
                found.add((link.uri, "http"))
            elif parsed and parsed.kind == "mcp" and parsed.path.partition("/")[0] in reach.mcp:
                found.add((link.uri, "mcp"))
    return found


def answered(leaf: Leaf, answers: Mapping[str, Fetched]) -> Iterator[Said]:
    """Yield what is wrong with the links of a file, by what was answered: an error where a target is dead, else a warning."""
    for number, link in enumerate(leaf.links):
        answer = answers.get(link.uri)
        if answer is None or answer.status == "ok":
            continue
        rule = _RULES["mcp" if parse(link.uri).kind == "mcp" else "http"]
        more = f": {visible(answer.detail)}" if answer.detail and answer.detail not in answer.reason else ""
        if answer.status == "failed":
            message = f"`{visible(link.uri)}` gave {visible(answer.reason)}{more}"
            yield Said(rule, number, message, "correct or drop the link", "error", answer.reason)
        elif answer.status == "unknown":
            message = f"could not tell whether `{visible(link.uri)}` is there ({visible(answer.reason)}){more}"
            yield Said(rule, number, message, _AGAIN, "warning", answer.reason)
        else:
            message = f"`{visible(link.uri)}` was not asked{more}"
            yield Said(rule, number, message, "name its host with --allow-host, if you trust it", "warning", answer.reason)
