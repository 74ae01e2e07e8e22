"""A tree of paths for links to resolve in: a brain, symbolic links, a submodule."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from linktrees import path_index

from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver
from packetlint.links.root import Root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from packetlint.core.path_index import PathIndex, Untracked
    from packetlint.links.resolution import Resolution


TOP = "/srv/repo"
FROM = "brain/tree/dom/one.md"
BRAIN = Root("brain", is_brain=True)
FILES = (
    "README.md",
    "docs/guide.md",
    "brain/CONVENTIONS.md",
    "brain/tree/dom/NODE.md",
    "brain/tree/dom/one.md",
    "brain/tree/dom/two.md",
    "brain/tree/dom/my file.md",
    "brain/tree/dom/caf\u00e9.txt",
    "brain/tree/bare/readme.txt",
    "brain/tree/C#.md",
    "brain/tree/why?.md",
    "brain/tree/100%41.md",
    "brain/threads/alpha/thread.md",
    "brain/threads/alpha/.context/c.md",
    "brain/archive/old/thread.md",
    "brain/nested/CONVENTIONS.md",
    "brain/nested/tree/x.md",
    "brain/nested/tree/impl-spec.md",
)
LINKS = {
    "brain/tree/ln.md": "dom/two.md",
    "brain/tree/mirror": "dom",
    "brain/tree/up": "../threads/alpha",
    "brain/tree/broken.md": "dom/gone.md",
    "brain/tree/loop": "loop",
    "brain/tree/ping": "pong",
    "brain/tree/pong": "ping",
    "brain/tree/out.md": "../../README.md",
    "brain/tree/away.md": "../../../../../etc/hostname",
    "brain/tree/absolute.md": "/etc/hostname",
    "brain/tree/inside.md": "/srv/repo/brain/tree/dom/two.md",
    "brain/tree/deep/top": "../..",
    "brain/tree/twice": "deep/top/../docs",
    "brain/tree/empty": "",
    "brain/tree/beyond.md": "../vendor/lib/../../tree/dom/two.md",
    "brain/tree/node/NODE.md": "../dom/NODE.md",
    "brain/tree/wild/NODE.md": "../../../README.md",
}


def index_of(untracked: Mapping[str, Untracked] | None = None) -> PathIndex:
    """Give what is known of the paths."""
    return path_index(FILES, links=LINKS, submodules=["brain/vendor/lib"], untracked=untracked)


def resolved(uri: str, source: str = FROM, root: Root = BRAIN, untracked: Mapping[str, Untracked] | None = None) -> Resolution:
    """Resolve a link of a file."""
    return Resolver(root, index_of(untracked), None, TOP).resolve(uri, source)


def aliased(uri: str, config: str, source: str = FROM) -> Resolution:
    """Resolve a link of a brain whose configuration is this."""
    index = path_index({**dict.fromkeys(FILES, ""), "brain/config.yaml": config}, links=LINKS, submodules=["brain/vendor/lib"])
    return Resolver(BRAIN, index, Aliases(BRAIN, index, TOP, {}), TOP).resolve(uri, source)


@contextmanager
def no_disk() -> Iterator[None]:
    """Let every way to the disk fail."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("stat", "lstat", "scandir", "listdir", "open", "readlink", "access"):
            patch.setattr(os, name, _touched)
        yield


def _touched(*arguments: object, **_: object) -> None:
    raise AssertionError(f"touched the disk: {arguments}")
