"""Writing: regular files whole or not at all, anything else as it is; nothing that was there is destroyed."""

from __future__ import annotations

import errno
import gzip
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from caesura.foundation import InputError, check_writable, is_stdout, open_bytes, written, written_bytes, written_folder
from tests.inputs import COMPRESSIONS, as_nobody, open_folder

__all__ = ["open_folder"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("old")
    with pytest.raises(RuntimeError, match="on the way"), written(file) as stream:
        stream.write("half")
        raise RuntimeError("on the way")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_folders_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="on the way"), written_folder(tmp_path / "out") as folder:
        (folder / "part").write_text("half")
        raise RuntimeError("on the way")
    assert list(tmp_path.iterdir()) == []
    with written_folder(tmp_path / "out") as folder:
        (folder / "part").write_text("all")
    assert (tmp_path / "out" / "part").read_text() == "all"
    with pytest.raises(InputError, match="already exists"), written_folder(tmp_path / "out"):
        pass


def test_compressed_by_name_and_the_same_bytes_again(tmp_path: Path) -> None:
    for name in ("one.gz", "two.gz"):
        with written_bytes(tmp_path / name) as stream:
            stream.write(b"text")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.gz").read_bytes()) == b"text"


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    check_writable(tmp_path / "x", None, "-")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="its folder does not exist"):
        check_writable(tmp_path / "no" / "x")
    with pytest.raises(InputError, match="is a folder"):
        check_writable(tmp_path)


def test_its_folder_must_exist(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="its folder does not exist"), written(tmp_path / "no" / "x"):
        pass


@pytest.mark.parametrize("ending", ["", *COMPRESSIONS])
def test_what_is_written_is_read_again(tmp_path: Path, ending: str) -> None:
    for _ in range(2):
        with written(tmp_path / f"x{ending}") as stream:
            stream.write("text\n" * 1000)
    with open_bytes(tmp_path / f"x{ending}") as content:
        assert content.read() == b"text\n" * 1000
    assert (ending == "") == ((tmp_path / f"x{ending}").stat().st_size == 5000)


def test_a_fifo_stays_a_fifo(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    check_writable(pipe)  # must not open it: its reader would see an end
    with written(pipe) as stream:
        stream.write("text")
    reader.join(timeout=10)
    assert read == [b"text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    """Never with a device of this machine: what this guards against would replace it by a file."""
    device = tmp_path / "nothing"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.open("wb").close()
    except OSError as error:
        pytest.skip(f"no device may be created here: {error}")
    for path in (device, tmp_path / "link"):
        if path != device:
            path.symlink_to(device)
        before = device.stat()
        check_writable(path)
        with written(path) as stream:
            stream.write("text")
        with pytest.raises(RuntimeError, match="on the way"), written_bytes(path) as raw:
            raw.write(b"half")
            raise RuntimeError("on the way")
        assert stat.S_ISCHR(device.stat().st_mode)
        assert (device.stat().st_ino, device.stat().st_mode) == (before.st_ino, before.st_mode)
    assert (tmp_path / "link").is_symlink()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "link", device]


def test_a_terminal_is_written_to() -> None:
    controller, terminal = os.openpty()
    try:
        name = os.ttyname(terminal)
        with written(name) as stream:
            stream.write("text\n")
        assert os.read(controller, 100) == b"text\r\n"
        assert stat.S_ISCHR(Path(name).stat().st_mode)
    finally:
        os.close(controller)
        os.close(terminal)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for link, target in ((tmp_path / "link", folder / "file"), (tmp_path / "link to the link", tmp_path / "link")):
        link.symlink_to(target)
        for text in ("first, where the link leads nowhere yet", "second"):
            check_writable(link)
            with written(link) as stream:
                stream.write(text)
            assert (folder / "file").read_text() == text
            assert link.is_symlink()
    assert not (folder / "file").is_symlink()
    assert list(folder.iterdir()) == [folder / "file"]


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "about")
    (tmp_path / "about").symlink_to(tmp_path / "round")
    with pytest.raises(InputError, match="is a link that leads back to itself"), written(tmp_path / "round"):
        pass
    (tmp_path / "away").symlink_to(tmp_path / "no" / "x")
    with pytest.raises(InputError, match="its folder does not exist"), written(tmp_path / "away"):
        pass


def test_a_folder_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o750)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with written_folder(tmp_path / "link") as folder:
        (folder / "part").write_text("all")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "part").read_text() == "all"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o750


def test_the_mode_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "x"
    with written(file):
        pass
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask(), "a new file has the usual mode"
    file.chmod(0o640)
    with written(file) as stream:
        stream.write("new")
    assert (stat.S_IMODE(file.stat().st_mode), file.read_text()) == (0o640, "new")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("old")
    os.chown(file, 65534, 65533)
    before = file.stat().st_ino
    with written(file) as stream:
        stream.write("new")
    assert (file.stat().st_uid, file.stat().st_gid, file.read_text()) == (65534, 65533, "new")
    assert file.stat().st_ino != before, "it was replaced whole"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_anothers_file_that_we_may_write_stays_theirs(open_folder: Path) -> None:
    open_folder.chmod(0o777)
    file = open_folder / "x"
    file.write_text("a longer text than the new one")
    file.chmod(0o666)

    def attempt() -> None:
        check_writable(file)
        with written(file) as stream:
            stream.write("new")
        with pytest.raises(RuntimeError, match="on the way"), written(file) as stream:
            stream.write("half")
            raise RuntimeError("on the way")

    as_nobody(attempt)
    assert (file.stat().st_uid, file.read_text()) == (0, "new")
    assert list(open_folder.iterdir()) == [file]


def test_a_folder_without_write_permission(open_folder: Path) -> None:
    writable, closed = open_folder / "writable", open_folder / "closed"
    writable.write_text("old")
    writable.chmod(0o666)
    closed.write_text("old")
    closed.chmod(0o444)
    open_folder.chmod(0o555)

    def attempt() -> None:
        for path, message in ((open_folder / "new", "check the folder's permissions"), (closed, "check its permissions")):
            with pytest.raises(InputError, match=rf"cannot be written \(Permission denied\); {message}"):
                check_writable(path)
            with pytest.raises(InputError, match="cannot be written"), written(path):
                pass
        with pytest.raises(InputError, match="cannot be written"), written_folder(open_folder / "folder"):
            pass
        check_writable(writable)
        with written(writable) as stream:
            stream.write("new")

    as_nobody(attempt)
    open_folder.chmod(0o755)
    assert (writable.read_text(), closed.read_text()) == ("new", "old")
    assert sorted(open_folder.iterdir()) == [closed, writable]


def test_standard_output_under_its_other_names(tmp_path: Path) -> None:
    """Behind /dev/stdout may be a regular file that the shell has open: it is written on, not replaced."""
    code = (
        "import sys; from caesura.foundation import written, written_bytes\n"
        "print('first')\n"
        "for name in ('-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'):\n"
        "    with written(name) as stream: stream.write(name + chr(10))\n"
        "with written_bytes('-') as raw: raw.write(b'bytes\\n')\n"
        "with written('/dev/stderr') as stream: stream.write('error')\n"
        "print('last')\n"
    )
    with (tmp_path / "out").open("ab") as out, (tmp_path / "err").open("ab") as err:
        subprocess.run([sys.executable, "-c", code], stdout=out, stderr=err, check=True)
    assert (tmp_path / "out").read_text() == "first\n-\n/dev/stdout\n/dev/fd/1\n/proc/self/fd/1\nbytes\nlast\n"
    assert (tmp_path / "err").read_text() == "error"
    assert [is_stdout(name) for name in ("-", "/dev/stdout", "/dev/fd/1", "/dev/stderr", "x")] == [True, True, True, False, False]


def test_any_open_stream_can_be_named(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as opened:
        opened.write(b"before ")
        opened.flush()
        with written(f"/dev/fd/{opened.fileno()}") as stream:
            stream.write("after")
    assert (tmp_path / "x").read_text() == "before after"
    with pytest.raises(InputError, match="is this stream open"), written("/dev/fd/987"):
        pass


def test_a_full_disk_is_named_and_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("old")
    with pytest.raises(OSError, match="No space left on device") as caught, written(file) as stream:
        stream.write("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert caught.value.filename == str(file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
