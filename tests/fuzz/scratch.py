"""A repository that is filled anew for each input, and packetlint run in it, in this process."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from gitrepo import identity

from fuzz.judged import timed
from fuzz.rendered import assert_printable
from packetlint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fuzz.corpus import Tree

_CONFIGURATION = "[init]\n\tdefaultBranch = main\n[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"
_SECONDS = 10  # of this process, whatever a command does with a small tree


class Done(NamedTuple):
    """What a command left."""

    status: int
    out: bytes
    err: str


class Scratch:
    """The repository at `top`, below a directory that also is the person's home."""

    def __init__(self, directory: Path) -> None:
        """Make it, without a commit."""
        self.directory = directory
        self.top = directory / "repository"
        self.top.mkdir()
        (directory / "gitconfig").write_text(_CONFIGURATION)
        self.git("init", "--quiet")

    @property
    def environment(self) -> dict[str, str]:
        """Give the variables that commands find set."""
        own = {"HOME": str(self.directory), "PACKETLINT_TRACEBACK": "1", "PATH": os.environ["PATH"]}
        return {**identity(self.directory / "gitconfig"), **own, "GIT_CEILING_DIRECTORIES": str(self.directory)}

    def git(self, *arguments: str) -> None:
        """Run git. Raises CalledProcessError."""
        subprocess.run(["git", *arguments], cwd=self.top, env=self.environment, check=True, capture_output=True)

    def fill(self, tree: Tree, *, add: bool = True) -> None:
        """Put these files in place of all there are, and into the index."""
        for entry in self.top.iterdir():
            if entry.name != ".git":
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        for path, content in tree.items():
            place = self.top / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        if add:
            self.git("add", "--all", "--force")

    def files(self) -> Tree:
        """Give the files that are there now."""
        paths = (path for path in sorted(self.top.rglob("*")) if path.is_file() and not path.is_symlink())
        named = {path.relative_to(self.top).as_posix(): path for path in paths}
        return {name: path.read_bytes() for name, path in named.items() if not name.startswith(".git/")}

    def run(self, *argv: str, stdin: bytes = b"") -> Done:
        """Run packetlint; 0, 1 or 2, never an exception, and a 2 is said in words. Raises AssertionError."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        with self._inside(), patch.object(sys, "stdout", out), patch.object(sys, "stderr", err), patch.object(sys, "stdin", given):
            with timed(_SECONDS // 2):
                status = main(list(argv))
            done = Done(status, out.buffer.getvalue(), err.buffer.getvalue().decode())
        assert status in (0, 1, 2), f"status {status}"
        assert_printable(done.err)
        assert "internal error" not in done.err, done.err
        assert status != 2 or done.err.strip(), "a failure without words"
        return done

    @contextmanager
    def _inside(self) -> Iterator[None]:
        before = Path.cwd()
        os.chdir(self.top)
        try:
            with patch.dict(os.environ, self.environment, clear=True):
                yield
        finally:
            os.chdir(before)
