"""Damaged data sets are refused with one kind of error, which names the file."""

import io
import json
import zipfile

import numpy as np
import pytest

import crusoe_env
from agents.datasets.episodes import collect
from agents.datasets.formats import read, write_npz
from agents.datasets.numpy_files import ABOUT, DataSetError, hash_of
from agents.registry import make_agent
from crusoe_env import Simulator
from tests.support import refused

ARCHIVE = "games-0000.npz"


@pytest.fixture(scope="module")
def sound():
    """A simulator, what a data set says of itself, and its games."""
    simulator = Simulator(crusoe_env.game("marooned"))
    about = {"observations": simulator.game.observations.size, "actions": simulator.game.actions.n}
    return simulator, about, list(collect(make_agent("random", simulator), simulator, 4, 1))


@pytest.fixture
def folder(sound, tmp_path):
    """A sound data set."""
    simulator, about, games = sound
    write_npz(tmp_path, simulator.game, about, games)
    assert [it.seed for it in read(tmp_path)] == [1, 2, 3, 4]
    return tmp_path


def not_read(folder, said):
    with refused(DataSetError, str(folder), said):
        list(read(folder))


def replace(folder, content):
    """Another archive, with its hash."""
    (folder / ARCHIVE).write_bytes(content)
    about = json.loads((folder / ABOUT).read_text())
    (folder / ABOUT).write_text(json.dumps({**about, "files": {ARCHIVE: hash_of(content)}}))


def with_arrays(folder, **changes):
    """Other arrays in the archive; None: without it."""
    with np.load(folder / ARCHIVE) as archive:
        arrays = {name: archive[name] for name in archive.files}
    found = {name: change(arrays.get(name)) for name, change in changes.items()}
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: it for name, it in (arrays | found).items() if it is not None})
    replace(folder, packed.getvalue())


@pytest.mark.parametrize("at", [0, 40, 2_000, -1])
def test_each_byte_of_an_archive_counts(folder, at):
    content = bytearray((folder / ARCHIVE).read_bytes())
    content[at] ^= 1
    (folder / ARCHIVE).write_bytes(content)
    not_read(folder, f"{ARCHIVE}: is damaged: it has not the hash that {ABOUT} says")


def test_a_missing_archive_is_named(folder):
    (folder / ARCHIVE).unlink()
    not_read(folder, f"{ARCHIVE}: cannot be read: No such file")


def test_an_archive_that_is_not_listed_is_not_read(folder):
    (folder / "games-0001.npz").write_bytes((folder / ARCHIVE).read_bytes())
    assert len(list(read(folder))) == 4


def test_a_shorter_data_set_replaces_a_longer_one(sound, tmp_path):
    simulator, about, games = sound
    write_npz(tmp_path, simulator.game, about, games * 26)
    assert len(list(read(tmp_path))) == 104
    write_npz(tmp_path, simulator.game, about, games)
    assert len(list(read(tmp_path))) == 4
    assert not (tmp_path / "games-0001.npz").exists()


def test_a_data_set_that_was_not_written_to_its_end_is_refused(folder, sound):
    def failing():
        yield sound[2][0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_npz(folder, sound[0].game, sound[1], failing())
    not_read(folder, f"{ABOUT}: cannot be read: No such file or directory; is the data set whole?")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lengths": lambda it: it + 1}, "array 'observations': expected u1"),
        ({"lengths": lambda it: -it}, "array 'lengths': expected the decisions of each game"),
        ({"lengths": lambda it: None}, "array 'lengths': expected"),
        ({"masks": lambda it: it[:-1]}, "array 'masks': expected u1"),
        ({"actions": lambda it: it[1:]}, "array 'actions': expected i2"),
        ({"actions": lambda it: it - 30_000}, "array 'actions': a number is outside 0 .. "),
        ({"seats": lambda it: it.astype("i8")}, "array 'seats': expected u1"),
        ({"victory": lambda it: None}, "array 'victory' is missing"),
        ({"cause": lambda it: it.astype(object)}, "is no whole archive: "),
        ({"more": lambda it: np.zeros(3)}, "unknown array 'more'"),
    ],
)
def test_arrays_that_do_not_fit_together_are_named(folder, changes, said):
    with_arrays(folder, **changes)
    not_read(folder, f"{ARCHIVE}: {said}")


def archive_of(inner, **settings):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("lengths.npy", inner, **settings)
    return packed.getvalue()


def array_of(shape, content=b""):
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<i8", "fortran_order": False, "shape": shape})
    return head.getvalue() + content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        archive_of(b""),
        archive_of(b"\x93NUMPY\1\0\xff\xff"),
        archive_of(array_of((10**12,))),
    ],
    ids=["empty", "no archive", "no array", "header", "large"],
)
def test_what_is_no_archive_of_arrays_is_refused(folder, content):
    replace(folder, content)
    not_read(folder, f"{ARCHIVE}: is no whole archive")


def test_an_archive_that_unpacks_to_much_more_is_refused(folder, monkeypatch):
    monkeypatch.setattr("crusoe_agents.datasets.numpy_files.LARGEST_UNPACKED", 1_000_000)
    replace(folder, archive_of(bytes(1_000_001)))
    not_read(folder, f"{ARCHIVE}: is no whole archive: it holds more than 1,000,000 bytes")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"files": None}, "field 'files': expected the hash of each archive"),
        ({"files": {"../games-0000.npz": "00"}}, "'../games-0000.npz' is no name of an archive"),
        ({"actions": 0}, "field 'actions': 0 is not a whole number from 1"),
        ({"observations": "9"}, "field 'observations': '9' is not a whole number"),
    ],
)
def test_what_a_data_set_says_of_itself_is_checked(folder, changes, said):
    about = json.loads((folder / ABOUT).read_text())
    (folder / ABOUT).write_text(json.dumps({**about, **changes}))
    not_read(folder, f"{ABOUT}: {said}" if "no name" not in said else said)
