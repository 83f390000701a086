"""Data sets on disk: NumPy archives, Minari, and Parquet for the library datasets of Hugging Face.

Observations are bytes and masks bits or bytes, both compressed. Successive decisions of a game have most of
them in common, so that little is left of them.
"""

from __future__ import annotations

import itertools
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from crusoe_env import Game
from crusoe_env.command_line import how_to_install
from crusoe_env.support.files import replacing, write_whole

from ..errors import ConfigError
from .games import JUDGED, Episode

ABOUT = "dataset.json"
SHARD = 100
"""Games in a file."""
PER_STEP = ("observations", "masks", "actions", "seats", "goal_progress")
PER_GAME = ("seed", "victory", "score", "rounds", "cause")
FORMATS = ("npz", "minari", "hf")


def shards(episodes: Iterable[Episode]) -> Iterator[list[Episode]]:
    """The games, some at a time."""
    left = iter(episodes)
    while part := list(itertools.islice(left, SHARD)):
        yield part


def writer(name: str) -> Callable[[Path, Game, Mapping[str, Any], Iterable[Episode]], None]:
    """The function that writes a format. Raises ConfigError if its packages are missing."""
    try:
        if name == "minari":
            import h5py  # noqa: F401
            import minari  # noqa: F401
        if name == "hf":
            import pyarrow  # noqa: F401
    except ModuleNotFoundError as error:
        raise ConfigError(f"--to {name} needs {error.name}: {how_to_install('data')}") from error
    return {"npz": write_npz, "minari": write_minari, "hf": write_parquet}[name]


def write_about(folder: Path, about: Mapping[str, Any]) -> None:
    """Write what a data set is of."""
    write_whole(folder / ABOUT, f"{json.dumps(about, indent=2)}\n")


# ---------------------------------------------------------------------- NumPy


def write_npz(folder: Path, game: Game, about: Mapping[str, Any], episodes: Iterable[Episode]) -> None:
    """Write `games-0000.npz` and so on, `SHARD` games each; `read` reads them."""
    for number, part in enumerate(shards(episodes)):
        arrays: dict[str, Any] = {name: np.array([getattr(it, name) for it in part]) for name in PER_GAME}
        arrays["lengths"] = np.array([len(it.actions) for it in part])
        for name in PER_STEP:
            arrays[name] = np.concatenate([getattr(it, name) for it in part])
        arrays["masks"] = np.packbits(arrays["masks"], axis=1)
        for name in JUDGED:
            if name in part[0].judged:
                arrays[f"judged/{name}"] = np.concatenate([it.judged[name] for it in part])
        with replacing(folder / f"games-{number:04d}.npz") as partial, partial.open("wb") as file:
            np.savez_compressed(file, **arrays)
    write_about(folder, about)


def read(folder: str | Path) -> Iterator[Episode]:
    """The games of a data set that `write_npz` has written."""
    about = json.loads((Path(folder) / ABOUT).read_text(encoding="utf-8"))
    for file in sorted(Path(folder).glob("games-*.npz")):
        with np.load(file) as archive:
            yield from _episodes({name: archive[name] for name in archive.files}, about["actions"])


def _episodes(arrays: Mapping[str, np.ndarray], actions: int) -> Iterator[Episode]:
    lengths = arrays["lengths"]
    for i, length in enumerate(lengths.tolist()):
        start = int(lengths[:i].sum())
        steps, all_steps = slice(start, start + length), slice(start + i, start + i + length + 1)
        seed, victory, score, rounds, cause = (arrays[name][i].item() for name in PER_GAME)
        yield Episode(
            seed,
            arrays["observations"][all_steps],
            np.unpackbits(arrays["masks"][all_steps], axis=1, count=actions).view(np.int8),
            arrays["actions"][steps],
            arrays["seats"][steps],
            arrays["goal_progress"][all_steps],
            victory,
            score,
            rounds,
            cause,
            {name: arrays[f"judged/{name}"][steps] for name in JUDGED if f"judged/{name}" in arrays},
        )


# ---------------------------------------------------------------------- Minari


def write_minari(folder: Path, game: Game, about: Mapping[str, Any], episodes: Iterable[Episode]) -> None:
    """Write a Minari data set into its folder of data sets, with compressed HDF5.

    Observations are bytes; masks, seats and what a judge says stand in the infos.
    """
    import minari
    from minari.data_collector import EpisodeBuffer

    def buffer(number: int, it: Episode) -> Any:
        ends = np.zeros(len(it.actions), bool)
        ends[-1:] = True
        infos = {
            "action_mask": it.masks,
            "seat": np.append(it.seats, it.seats[-1:]),
            "goal_progress": it.goal_progress,
            **{f"judged_{name}": np.concatenate([each, each[-1:]]) for name, each in it.judged.items()},
        }
        return EpisodeBuffer(
            id=number,
            seed=it.seed,
            observations=it.observations,
            actions=it.actions.astype(np.int64),
            rewards=list(it.rewards),
            terminations=list(ends),
            truncations=list(np.zeros_like(ends)),
            infos=infos,
        )

    made = gymnasium.make(game.env_id, observation_dtype="uint8", **about["options"])
    numbers, data = itertools.count(), None
    for part in shards(episodes):
        buffers = [buffer(next(numbers), it) for it in part]
        if data is not None:
            data.update_dataset_from_buffer(buffers)
            continue
        with warnings.catch_warnings():  # an author may be added later
            warnings.simplefilter("ignore", UserWarning)
            data = minari.create_dataset_from_buffers(
                dataset_id=str(about["id"]),
                buffer=buffers,
                env=made.spec,
                eval_env=made.spec,
                observation_space=made.observation_space,
                action_space=made.action_space,
                algorithm_name=str(about["agent"]),
                description=json.dumps(dict(about)),
                requirements=["crusoe_env"],
            )
    if data is not None:
        compress_hdf5(Path(data.storage.data_path) / "main_data.hdf5")


def compress_hdf5(file: Path) -> None:
    """Write the arrays of an HDF5 file anew, compressed; it is read as before."""
    import h5py

    partial = file.with_suffix(".partial")
    with h5py.File(file) as source, h5py.File(partial, "w") as target:

        def copy(name: str, it: Any) -> None:
            if isinstance(it, h5py.Group):
                target.require_group(name).attrs.update(it.attrs)
                return
            packed = {"compression": "gzip", "chunks": it.shape} if it.size and it.shape else {}
            target.create_dataset(name, data=it[()], **packed).attrs.update(it.attrs)

        target.attrs.update(source.attrs)
        source.visititems(copy)
    partial.replace(file)


# ---------------------------------------------------------------------- Hugging Face


def write_parquet(folder: Path, game: Game, about: Mapping[str, Any], episodes: Iterable[Episode]) -> None:
    """Write Parquet files with a row for each decision, and a card; `datasets.load_dataset` reads them."""
    import pyarrow
    from pyarrow import parquet

    def fixed(rows: np.ndarray) -> Any:
        values = pyarrow.array(np.ascontiguousarray(rows).reshape(-1))
        return pyarrow.FixedSizeListArray.from_arrays(values, rows.shape[1])

    (folder / "data").mkdir(exist_ok=True)
    for number, part in enumerate(shards(episodes)):
        steps = [len(it.actions) for it in part]
        columns: dict[str, Any] = {
            name: np.repeat([getattr(it, name) for it in part], steps)
            for name in ("seed", "victory", "score")
        }
        columns["step"] = np.concatenate([np.arange(count) for count in steps])
        columns["seat"] = np.concatenate([it.seats for it in part])
        columns["action"] = np.concatenate([it.actions for it in part])
        columns["reward"] = np.concatenate([it.rewards for it in part])
        columns["goal_progress"] = np.concatenate([it.goal_progress[:-1] for it in part])
        columns["observation"] = fixed(np.concatenate([it.observations[:-1] for it in part]))
        columns["action_mask"] = fixed(np.concatenate([it.masks[:-1] for it in part]))
        for name in part[0].judged:
            rows = np.concatenate([it.judged[name] for it in part]).astype(np.float32)
            columns[f"judged_{name}"] = fixed(rows) if rows.ndim > 1 else rows
        with replacing(folder / "data" / f"train-{number:04d}.parquet") as partial:
            parquet.write_table(
                pyarrow.table(columns),
                partial,
                compression="zstd",
                use_dictionary=False,
                row_group_size=5_000,
            )
    write_about(folder, about)
    write_whole(folder / "README.md", card(about))


def card(about: Mapping[str, Any]) -> str:
    """The card of a data set, as the Hugging Face hub shows it."""
    lines = ["---", "configs:", "- config_name: default", "  data_files: data/*.parquet", "---"]
    told = "\n".join(f"| {name} | {json.dumps(value)} |" for name, value in about.items())
    words = f"Games of {about['environment']}, played by {about['agent']}: a row for each decision."
    words += " Observations are bytes. Made by `crusoe dataset`."
    return "\n".join([*lines, "", f"# {about['id']}", "", words, "", "| | |", "| --- | --- |", told, ""])
