"""Find, read and check the configuration: `packetlint.toml`, or `[tool.packetlint]` in pyproject.toml.

The nearest one above a linted file counts, inside the repository. It is read from the same content as
the files: the working tree, the index, or the commit that is judged.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import ConfigurationError, UnreadableError, UsageError
from packetlint.core.rule import ALL, RuleSet, matching

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from packetlint.core.diagnostic import Severity

SIZE_LIMIT = 1 << 20
FILES = ("packetlint.toml", "pyproject.toml")


class Smell(NamedTuple):
    """An expression from the configuration, and the file and line it stands in."""

    pattern: str
    message: str
    severity: Severity
    where: str
    file: str
    line: int
    key: str


class Settings(NamedTuple):
    """The effective configuration of one directory. `origin` is the directory of its file ("" is the top).

    `above` are the settings of the next file up: what that excludes stays excluded, whatever lies below.
    """

    selected: RuleSet = RuleSet()
    file: str | None = None
    origin: str = ""
    preset: str = "seed"
    fail_on: Severity = "error"
    exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, frozenset[str]], ...] = ()
    severity: Mapping[str, Severity] = {}
    smells: tuple[Smell, ...] = ()
    tokens: Mapping[str, Any] = {}
    brief: Mapping[str, Any] = {}
    links: Mapping[str, Any] = {}
    packet: Mapping[str, Any] = {}
    above: Settings | None = None

    def relative(self, path: str) -> str:
        """Give a path from the top as one from the configuration's directory, for its patterns."""
        return path.removeprefix(f"{self.origin}/") if self.origin else path

    def excluding(self, path: str) -> str | None:
        """Give the file and `exclude` pattern that take a path out, or None."""
        found = self.excluder(path)
        return f"{found[0].file}: exclude `{found[1]}`" if found else None

    def excluder(self, path: str) -> tuple[Settings, str] | None:
        """Give the settings, these or some above, and the pattern of theirs that take a path out."""
        if self.exclude:
            from packetlint.core.globs import matches

            if pattern := matches(self.relative(path), self.exclude):
                return self, pattern
        return self.above.excluder(path) if self.above else None

    def enabled(self, path: str) -> RuleSet:
        """Give the rules that run on a path: the selected ones without what per-file-ignores turns off there."""
        if not self.per_file_ignores:
            return self.selected
        from packetlint.core.globs import matches

        relative = self.relative(path)
        ignored = (rules for pattern, rules in self.per_file_ignores if matches(relative, (pattern,)))
        return self.selected.less(frozenset().union(*ignored))


class Overrides(NamedTuple):
    """What the command line says over any configuration file."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity | None = None


class Configurations:
    """The settings of every directory of a run, each read once."""

    def __init__(
        self,
        read: Callable[[str], bytes],
        rules: Callable[[str], Sequence[str]],
        overrides: Overrides,
        lacks: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Read configuration files with `read(path)`, which raises UnreadableError where there is none.

        `lacks(path)` may say at less cost that there surely is none.
        `rules(selector)` gives the names of all rules that a selector may mean, of "" of all there are; it is asked only
        where a rule is named.
        """
        self._read = read
        self._lacks = lacks
        self._rules = rules
        self._overrides = overrides
        self._settings: dict[str, Settings] = {}
        self._bare = self._overridden({}, None, "")

    def of(self, path: str) -> Settings:
        """Give the settings for a file. Raises ConfigurationError for a configuration that cannot be used."""
        directory = path.rpartition("/")[0]
        return self._settings.get(directory) or self._of_directory(directory)

    def document(self, file: str) -> Document:
        """Read one of the files that settings come from again, for where each of its values stands."""
        return Document(file, self._read(file))

    def are_tracked(self, paths: Container[str]) -> bool:
        """Say whether every configuration file in use is one of `paths`."""
        return all(settings.file is None or settings.file in paths for settings in self._settings.values())

    def _of_directory(self, directory: str) -> Settings:
        unknown = []
        while directory not in self._settings:
            unknown.append(directory)
            if not directory:
                break
            directory = directory.rpartition("/")[0]
        above = self._settings.get(directory, self._bare)
        for below in reversed(unknown):
            own = self._load(below)
            above = self._settings[below] = own._replace(above=above) if own else above
        return above

    def _load(self, directory: str) -> Settings | None:
        for name in FILES:
            path = f"{directory}/{name}" if directory else name
            if self._lacks(path):
                continue
            try:
                raw = self._read(path)
            except UnreadableError as error:
                if not error.missing and error.escapes_at in (None, path):
                    raise ConfigurationError(path, str(error)) from None
                continue
            if name == "packetlint.toml" or b"packetlint" in raw:
                document = Document(path, raw)
                if document.table is not None:
                    return self._settle(document, directory)
        return None

    def _settle(self, document: Document, directory: str) -> Settings:
        document.check()
        try:
            return self._overridden(document.table or {}, document, directory)
        except UsageError as error:
            if isinstance(error, ConfigurationError):
                raise
            raise document.error(document.path_of(str(error)), str(error)) from None

    def _overridden(self, table: dict[str, Any], document: Document | None, directory: str) -> Settings:
        over = self._overrides
        select = over.select or table.get("select", [ALL])
        ignore = [*over.ignore, *(() if over.select else table.get("ignore", ()))]
        return Settings(
            selected=RuleSet(None if ALL in select else self._named(select), self._named(ignore)),
            file=document.file if document else None,
            origin=directory,
            preset=table.get("preset", "seed"),
            fail_on=over.fail_on or table.get("fail-on", "error"),
            exclude=tuple(table.get("exclude", ())),
            per_file_ignores=tuple((glob, self._named(rules)) for glob, rules in table.get("per-file-ignores", {}).items()),
            severity={name: level for key, level in table.get("severity", {}).items() for name in self._named([key])},
            smells=tuple(document.smells()) if document else (),
            tokens=document.tokens() if document else {},
            brief=table.get("brief", {}),
            links=table.get("links", {}),
            packet=table.get("packet", {}),
        )

    def _matching(self, selector: str) -> frozenset[str]:
        """Find the rules of a selector among those of its kind; among all, where that kind has none of them."""
        with suppress(UsageError):
            return matching(selector, self._rules(selector))
        return matching(selector, self._rules(""))

    def _named(self, selectors: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self._matching(selector) for selector in selectors))


class Document:
    """One configuration file: its table (None: it has none for packetlint), and where each key of it stands."""

    def __init__(self, file: str, raw: bytes) -> None:
        """Parse the file at the path `file`. Raises ConfigurationError where that cannot be done."""
        self.file = file
        if len(raw) > SIZE_LIMIT:
            raise ConfigurationError(file, f"is {len(raw)} bytes, over the limit of {SIZE_LIMIT}")
        try:
            self.text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ConfigurationError(file, f"is not UTF-8: byte offset {error.start}") from None
        self.prefix: tuple[str, ...] = () if file.endswith("packetlint.toml") else ("tool", "packetlint")
        self.table = self._table()

    def _table(self) -> dict[str, Any] | None:
        from packetlint.core.toml import parse

        table: Any = parse(self.file, self.text)
        for key in self.prefix:
            table = table.get(key) if isinstance(table, dict) else None
        return table if table is None or isinstance(table, dict) else {"": table}

    def check(self) -> None:
        """Check the table against the schema. Raises ConfigurationError for the first fault."""
        from packetlint.core.config_schema import SCHEMA, check_labels, check_value
        from packetlint.core.user_config import BELONGS, misplaced

        for keys in misplaced(self.table or {}):
            raise self.error(keys, BELONGS)
        for fault in check_value(self.table, SCHEMA):
            raise self.error(fault.path, fault.message)
        for fault in check_labels((self.table or {}).get("brief", {}).get("labels", {})):
            raise self.error(fault.path, fault.message)

    def error(self, path: tuple[str | int, ...], message: str) -> ConfigurationError:
        """Make the error for what is wrong with the value at `path`."""
        from packetlint.core.toml import key_of

        return ConfigurationError(self.file, message, line=self.line_of(path), key=key_of(path))

    def line_of(self, path: tuple[str | int, ...]) -> int | None:
        """Give the line at which the value at `path` begins."""
        from packetlint.core.toml import line_of

        return line_of(self.text, (*self.prefix, *path))

    def path_of(self, message: str) -> tuple[str | int, ...]:
        """Find the key whose rule name the message complains of."""
        from packetlint.core.quoting import short

        for key in ("select", "ignore", "severity", "per-file-ignores"):
            value = (self.table or {}).get(key, ())
            for name in value:
                listed = value[name] if isinstance(value, dict) and isinstance(value[name], list) else [name]
                if any(f"`{short(item)}`" in message for item in listed):
                    return (key, name) if isinstance(value, dict) else (key,)
        return ()

    def tokens(self) -> dict[str, Any]:
        """Give the table `tokens`; with a file also the line that names it, for what may be wrong with that file."""
        tokens: dict[str, Any] = (self.table or {}).get("tokens", {})
        if "file" not in tokens:
            return tokens
        return {**tokens, "line": self.line_of(("tokens", "file"))}

    def smells(self) -> Iterable[Smell]:
        """Give the person's own expressions, each with its line."""
        for index, smell in enumerate((self.table or {}).get("smells", ())):
            line = self.line_of(("smells", index, "pattern")) or 1
            severity, where = smell.get("severity", "error"), smell.get("where", "everywhere")
            yield Smell(smell["pattern"], smell["message"], severity, where, self.file, line, f"smells[{index}].pattern")
