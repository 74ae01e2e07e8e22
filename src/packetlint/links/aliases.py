"""What an alias stands for: the brain's own registry first, then the person's.

Source: materialize-context, precondition 4, and the contract's "Aliases". Nothing is read before a link needs it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError, reason_of
from packetlint.links.alias_layer import SIZE_LIMIT, Entry, Layer, LayerFault, Origin, broken_layer, config_layer, registry_layer
from packetlint.links.local import IndexTree
from packetlint.links.outside import here, read_small
from packetlint.links.spelling import absolute, below, joined
from packetlint.links.walk import follow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from packetlint.core.path_index import PathIndex
    from packetlint.links.root import Root

CONFIG = "config.yaml"
_NOWHERE = "/dev/null/repository"  # where a bare repository has its files: nothing can be there
_REGISTRY = "project-brain/projects.yaml"


class Aliases:
    """The registries that hold for one root.

    `top` is the absolute path of the repository's work tree, "" where it has none. `isolated` follows no alias out of it.
    """

    def __init__(self, root: Root, index: PathIndex, top: str, environ: Mapping[str, str], *, isolated: bool = False) -> None:
        """Remember where to look; `environ` is the process's environment."""
        self.root = root
        self.top = absolute(top) if top else _NOWHERE
        self.isolated = isolated
        self._index = index
        self._environ = environ

    @property
    def were_asked(self) -> bool:
        """Say whether a registry was looked for."""
        return not {"_config", "_registry"}.isdisjoint(self.__dict__)

    @property
    def are_there(self) -> bool:
        """Say whether any registry is there, whatever it holds."""
        return bool(self._layers)

    @property
    def faults(self) -> tuple[LayerFault, ...]:
        """Give what is wrong with the registries themselves."""
        return tuple(layer.fault for layer in self._layers if layer.fault)

    @property
    def roles(self) -> tuple[str, ...]:
        """Give the roles that the brain's config.yaml adds."""
        return self._config.texts("roles") if self._config else ()

    @property
    def primary_project(self) -> str | None:
        """Give the brain's own alias."""
        return (self._config.text("primary_project") or None) if self._config else None

    @property
    def names(self) -> frozenset[str]:
        """Give every alias that is known."""
        own = {self.primary_project} if self.primary_project else set()
        return frozenset(own.union(*(layer.entries for layer in self._layers)))

    def find(self, alias: str) -> Entry | None:
        """Give what an alias stands for: the first registry that lists it decides. None where none does."""
        entry = self._config.entry(alias) if self._config else None
        if entry is None and self._config and alias == self.primary_project:
            return Entry(alias, self._config.origin.file, self._config.origin.trusted, brain=joined(self.top, self.root.path))
        if entry is None and self._registry:
            entry = self._registry.entry(alias)
        return entry

    def is_nested(self, alias: str) -> bool:
        """Say whether the person's registry has the alias one level too deep, under a key `aliases` as in config.yaml."""
        node = self._registry.entries.get("aliases") if self._registry else None
        pairs = node.value if node is not None and isinstance(node.value, list) else ()
        return any(isinstance(pair, tuple) and pair[0].value == alias for pair in pairs)

    # -- the two files -------------------------------------------------------------------------

    @cached_property
    def _layers(self) -> tuple[Layer, ...]:
        return tuple(layer for layer in (self._config, self._registry) if layer)

    @cached_property
    def _config(self) -> Layer | None:
        named = self._environ.get("PROJECT_BRAIN_CONFIG", "")
        if named:
            return self._read(self._named(named), config_layer)
        return self._tracked(joined(self.root.path, CONFIG), config_layer) if self.root.is_brain else None

    @cached_property
    def _registry(self) -> Layer | None:
        named = self._environ.get("PROJECT_BRAIN_PROJECTS_YAML", "")
        path = self._named(named) if named else self._default_registry()
        return self._read(path, registry_layer) if path else None

    def _default_registry(self) -> str | None:
        directory = self._environ.get("XDG_CONFIG_HOME", "")
        if directory.startswith("/"):
            return joined(directory, _REGISTRY)
        return f"{self._home}/.config/{_REGISTRY}" if self._home else None

    @property
    def _home(self) -> str | None:
        home = self._environ.get("HOME", "")
        return home.rstrip("/") if home.startswith("/") else None

    def _named(self, path: str) -> str:
        """Make a path of the environment absolute."""
        if self._home and (path == "~" or path.startswith("~/")):
            path = self._home + path[1:]
        return absolute(path if path.startswith("/") else joined(here(), path))

    def _read(self, path: str, layer: Callable[[Origin, bytes], Layer]) -> Layer | None:
        """Read a registry by its absolute path. One that git tracks is the repository's, from the content that is judged."""
        inside = below(self.top, path)
        tracked = None if inside is None else self._tracked(inside, layer)
        if tracked is not None:
            return tracked
        origin = Origin(path if inside is None else inside, inside, path.rpartition("/")[0] or "/", self._home, trusted=True)
        try:
            raw = read_small(path, SIZE_LIMIT)
        except OSError as error:
            return broken_layer(origin, f"cannot be read: {reason_of(error)}")
        return None if raw is None else layer(origin, raw)

    def _tracked(self, path: str, layer: Callable[[Origin, bytes], Layer]) -> Layer | None:
        """Read a registry by its path from the repository's top."""
        step = follow(IndexTree(self._index, ""), path)
        origin = Origin(path, path, joined(self.top, path.rpartition("/")[0]), self._home, trusted=False)
        if step.state == "leaves":
            return broken_layer(origin, "is a symbolic link that leaves the repository")
        if step.state != "file":
            return None
        try:
            return layer(origin, self._index.read(step.path))
        except UnreadableError as error:
            return broken_layer(origin, str(error))
