"""One training with several seeds in turn: a run folder for each, which count as one method."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from crusoe_env.support.locks import only_writer_in

from ..config import TrainConfig
from .run import ANOTHER_FOLDER, ENDING, begin_folder, check_free, has_begun, how_to_go_on


def begin_each(configs: Sequence[TrainConfig], overwrite: bool) -> None:
    """Make all run folders with their configurations, so that `--resume` finds those that have not begun.

    Raises:
        RunError: one of the folders holds a run, and `overwrite` is false; nothing has changed.
    """
    folders = [Path(config.run_dir) for config in configs]
    if not overwrite:
        for folder in folders:
            check_free(folder)
    for folder, config in zip(folders, configs, strict=True):
        with only_writer_in(folder, ANOTHER_FOLDER):
            begin_folder(folder, config, resume=False)


def train_each(train: Callable[..., Path], configs: Sequence[TrainConfig], whole: Path) -> None:
    """Train the runs that have not ended, one after the other; Ctrl-C ends the run under way and the series.

    Args:
        train: of a trainer.
        configs: of the runs, whose folders exist.
        whole: the folder that holds them.
    """
    for number, config in enumerate(configs, 1):
        folder = Path(config.run_dir)
        print(f"seed {config.seed}, {number} of {len(configs)}: {folder}", flush=True)
        train(config, resume=has_begun(folder))
        if not (folder / ENDING).is_file():
            print(f"all seeds: {how_to_go_on(whole)}")
            return
