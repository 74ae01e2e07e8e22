"""Any text is a link that resolves or does not, without a look at the disk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linkpaths import BRAIN, FILES, FROM, LINKS, TOP, index_of, no_disk
from linktrees import path_index

from packetlint.core.path_index import PathIndex
from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver

_PARTS = st.sampled_from([*"/:#?%@.[]\\ ", *".. // %2e%2e %2f %00 %ff tree dom Dom two.md mirror loop out.md thoughts vendor/lib".split()])
_SCHEMES = st.sampled_from(
    ["", "/", "file://", "file:///srv/repo/brain/", "file:///etc/", "me:", "me:thread/", "http://", "mcp://", "ftp://"]
)
_URIS = st.builds("{}{}".format, _SCHEMES, st.lists(_PARTS | st.text(max_size=2), max_size=8).map("".join)) | st.text(max_size=20)


@given(_URIS)
def test_any_text_is_resolved_without_a_look_at_the_disk(uri: str) -> None:
    index = path_index({**dict.fromkeys(FILES, ""), "brain/config.yaml": "aliases: {me: {brain: .}}\n"}, links=LINKS)
    for aliases in (None, Aliases(BRAIN, index, TOP, {})):
        resolver = Resolver(BRAIN, index, aliases, TOP)
        assert not aliases or aliases.are_there  # reading YAML loads a library, from disk
        with no_disk():
            found = resolver.resolve(uri, FROM)
            again = resolver.resolve(uri, FROM)
            assert (found.rule, found.target, found.help) == (again.rule, again.target, again.help)
        assert bool(found.rule) == bool(found.severity)
        assert found.severity != "error" or found.target is None or found.rule == "links/self-link"
        assert found.target is None or found.target in (*index.entries, *index.directories)
        if not uri.lower().startswith("file:"):
            assert found.target is None or found.target.startswith("brain/")


@given(_URIS)
def test_any_text_is_resolved_in_another_brain(tmp_path_factory: pytest.TempPathFactory, uri: str) -> None:
    place = tmp_path_factory.mktemp("other")
    (place / "CONVENTIONS.md").write_text("")
    index = path_index({"brain/config.yaml": f"aliases: {{me: {{brain: {place}}}}}\n"})
    found = Resolver(BRAIN, index, Aliases(BRAIN, index, TOP, {}), TOP, [str(place)]).resolve(uri.replace("/srv/repo", str(place)), FROM)
    assert found.target is None or found.target == "brain/config.yaml"
    assert bool(found.rule) == bool(found.severity)


_NAMES = st.text(st.sampled_from([*"aA#?%:.é 2F"]), min_size=1, max_size=6).filter(lambda name: name.strip(". ") and name == name.strip())


@given(st.sets(_NAMES, min_size=1, max_size=6))
def test_every_tracked_file_is_found_by_its_exact_name_in_the_short_way_and_the_long(names: set[str]) -> None:
    resolver = Resolver(BRAIN, path_index([f"brain/tree/{name}" for name in names]), None, TOP)
    for name in names:
        for uri in (f"/tree/{name}", f"/./tree/{name}", f"/{name}"):
            assert resolver.resolve(uri, FROM).target == f"brain/tree/{name}"


class _Counting(PathIndex):
    """An index that counts how often it is asked."""

    asked = 0

    def is_file(self, path: str) -> bool:
        """Count the question."""
        self.asked += 1
        return super().is_file(path)


@pytest.mark.parametrize("part", [*"/\\[", *"a/ /a/.. ../ %2e /%2e%2e a@ x? x# x: é/ e\u0301 thoughts/ tree/ %41 // mirror/".split(), " x"])
def test_a_long_link_asks_no_more_than_a_short_one(part: str) -> None:
    plain = index_of()
    asked = []
    for size in (64, 65536):
        index = _Counting(plain.entries, lambda entry: LINKS[entry.path].encode(), lambda _: None)
        resolver = Resolver(BRAIN, index, None, TOP)
        assert resolver.resolve("/" + part * (size // len(part)), FROM).message
        asked.append(index.asked)
    assert asked[1] <= asked[0]
