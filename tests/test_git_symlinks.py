"""A symbolic link is judged at its target, and one that leads out is never read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from briefs import LINE
from checking import check, places

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo


def test_a_symbolic_link_out_of_the_repository_is_named_and_never_read(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text(LINE)
    for name, target in {"there.md": "../secret.md", "not-there.md": "../nothing.md", "absolute.md": str(tmp_path / "secret.md")}.items():
        (repo.top / name).symlink_to(target)
    repo.add()
    expected = [
        f"{name}.md:1:1: error[file/unreadable-file] the file is a symbolic link that leaves the repository"
        for name in ("absolute", "not-there", "there")
    ]
    for arguments in ([], ["--staged"], ["there.md", "not-there.md", "absolute.md"]):
        assert [line for line in check(repo, *arguments)[1] if "error[" in line] == expected


def test_a_symbolic_link_inside_is_judged_at_its_target(repo: Repo) -> None:
    repo.write({"docs/a.md": LINE})
    (repo.top / "link.md").symlink_to("docs/a.md")
    (repo.top / "linked").symlink_to("docs")
    repo.add()
    assert places(check(repo)[1]) == ["docs/a.md"]
    assert places(check(repo, "--staged")[1]) == ["docs/a.md"]
    assert places(check(repo, "linked/a.md", "link.md")[1]) == ["link.md", "linked/a.md"]
