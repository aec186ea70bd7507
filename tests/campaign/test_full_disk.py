"""A disk that is full: a real one, small, in memory. What cannot be stored is not acknowledged; work goes on once there is room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.campaign import (
    Item,
    Plan,
    StoreError,
    TaskPage,
    create_campaign,
    create_owner,
    export_answers,
    join,
    next_page,
    open_store,
    submit_page,
)
from tests.campaign.making import apart

MEGABYTES = 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes; tests that need it are skipped where nothing may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system may be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_loses_nothing_that_was_acknowledged(small_disk: Path) -> None:
    filler = small_disk / "filler"
    with open_store(str(small_disk / "campaigns.db")) as store:
        owner, _ = create_owner(store, "ann")
        items = [Item(f"q{i}", f"quiet lake house number{i} " + "near water " * 20) for i in range(150)]
        campaign = create_campaign(store, owner, "lakes", "flat", items, Plan(annotations=50, items_per_page=6))
        filler.write_bytes(b"x" * _free(small_disk, leave=60_000))
        acknowledged: list[str] = []
        refused: tuple[str, TaskPage] | None = None
        for _ in range(200):
            try:
                worker = join(store, campaign.link)
                page = next_page(store, worker.key)
                assert isinstance(page, TaskPage)
            except StoreError:
                break
            try:
                submit_page(store, worker.key, page.key, apart(page), "a comment " * 100)
                acknowledged.append(page.key)
            except StoreError as told:
                assert "full" in str(told)
                assert "nothing was stored" in str(told)
                refused = (worker.key, page)
                break
        else:
            pytest.fail("the disk was never full")
        assert {each.page for each in export_answers(store, campaign)} == set(acknowledged), "a full disk can still be read"
        filler.unlink()
        if refused is not None:
            key, page = refused
            assert submit_page(store, key, page.key, apart(page)).repeated is False
            acknowledged.append(page.key)
        worker = join(store, campaign.link)
        assert isinstance(next_page(store, worker.key), TaskPage), "there is room again"
    with open_store(str(small_disk / "campaigns.db")) as again:
        stored = export_answers(again, campaign)
        assert {each.page for each in stored} == set(acknowledged)
        assert len(stored) == 6 * len(acknowledged)


def _free(place: Path, *, leave: int) -> int:
    found = os.statvfs(place)
    return max(0, found.f_bavail * found.f_bsize - leave)
