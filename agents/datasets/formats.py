"""Data sets on disk: NumPy archives (`numpy_files`), Minari, and Parquet for the library of Hugging Face."""

from __future__ import annotations

import itertools
import json
import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from crusoe_env import Game
from crusoe_env.command_line import how_to_install
from crusoe_env.support.files import replacing, write_whole

from ..errors import ConfigError
from .episodes import Episode
from .numpy_files import read as read
from .numpy_files import shards, write_about, write_npz

FORMATS = ("npz", "minari", "hf")


def writer(name: str) -> Callable[[Path, Game, Mapping[str, Any], Iterable[Episode]], None]:
    """The function that writes a format. Raises ConfigError if its packages are missing."""
    try:
        if name == "minari":
            import h5py  # noqa: F401
            import minari  # noqa: F401
            import PIL  # noqa: F401 - Minari's storage imports it without asking for it
        if name == "hf":
            import pyarrow  # noqa: F401
    except ModuleNotFoundError as error:
        raise ConfigError(f"--to {name} needs {error.name}: {how_to_install('data')}") from error
    return {"npz": write_npz, "minari": write_minari, "hf": write_parquet}[name]


# ---------------------------------------------------------------------- Minari


def write_minari(folder: Path, game: Game, about: Mapping[str, Any], episodes: Iterable[Episode]) -> None:
    """Write a Minari data set into its folder of data sets, with compressed HDF5.

    Observations are bytes; masks, seats and what a judge says stand in the infos.
    """
    from minari.data_collector import EpisodeBuffer
    from minari.storage.datasets_root_dir import get_dataset_path

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

    target = get_dataset_path(str(about["id"]))
    if target.exists():
        raise ConfigError(f"there is a Minari data set {target}: delete it, or choose another id")
    try:
        _create_minari(game, about, episodes, buffer)
    except BaseException:  # half a data set would stand in the way of the next
        shutil.rmtree(target, ignore_errors=True)
        raise


def _create_minari(
    game: Game, about: Mapping[str, Any], episodes: Iterable[Episode], buffer: Callable[[int, Episode], Any]
) -> None:
    """Create a data set of episodes, each as a buffer of Minari, and compress it."""
    import minari

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
