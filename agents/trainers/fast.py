"""The fast trainer (`trainer: fast`): proximal policy optimisation as fast as the rules, on CPU or GPU.

`train` is a whole run. Read on in this order:

- `fast_ppo`: the algorithm: playing a rollout, advantages, loss, gradient steps, checkpoints;
- `players`: the networks of all seats, which draw and judge actions;
- `game_groups`: the games side by side, in one or two groups; `curriculum`: what they play in each stage;
- `teaching`, `labels`: imitation of a teacher before reinforcement learning, and its stored choices;
- `run`, `tracking`, `interruption`: schedules, evaluations, reasons to stop, TensorBoard, Ctrl-C, for every
  trainer;
- `workers`: several processes that train together, each with its share of the games;
- `training_partners`: other agents in seats of the training games.

The folder `learning` holds what does not train:

- `network`: a trunk with a head for the policy and one for the value;
- `recurrence`: the memory of a recurrent policy, and its states in games under way;
- `memory`, `packed`, `kernels`: observations and masks in the form that a network reads fastest: dense on a
  GPU; only the nonzero entries, with compiled loops, on a CPU;
- `safetensors`, `checkpoint`, `numpy_policy`, `policies`: the files, and the policies that play from them
  without torch.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path

import torch

from crusoe_env.support.locks import only_writer_in

from ..config import ConfigError, TrainConfig
from . import labels
from .fast_ppo import Trainer
from .interruption import Interruption
from .run import (
    ANOTHER_FOLDER,
    CHECKPOINT,
    Run,
    Schedules,
    Watch,
    begin_folder,
    check_folder,
    imitation_ending,
)
from .teaching import Imitation
from .tracking import tracking
from .workers import WorkerLost, Workers, working_together


@contextlib.contextmanager
def fast_products() -> Iterator[None]:
    """A context in which products may be in bfloat16, which costs no strength per step."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


@fast_products()
def train(
    config: TrainConfig, resume: bool = False, overwrite: bool = False, watch: Watch | None = None
) -> Path:
    """Train until the steps or minutes are used up, or Ctrl-C; the run folder.

    Args:
        config: the run.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.
        watch: called after each evaluation with steps and figures; if it returns true, the run ends.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        InUseError: another process trains there.
        CheckpointError: its checkpoint, or the one to start from, is damaged.
        ValueError: there is no such device or teacher.
    """
    workers = working_together()
    if not workers.leads:
        return follow(config, resume, workers)
    with only_writer_in(config.run_dir, ANOTHER_FOLDER):
        return lead(config, resume, overwrite, workers, watch)


def lead(
    config: TrainConfig, resume: bool, overwrite: bool, workers: Workers, watch: Watch | None = None
) -> Path:
    """A whole run, with its folder; other processes may play and learn with this one."""
    folder = Path(config.run_dir)
    if config.begin_like and config.start_from is None:
        raise ConfigError("field 'begin_like': needs field 'start_from'")
    check_folder(folder, CHECKPOINT, resume, overwrite)
    trainer = new_trainer(config, workers)
    seconds = 0.0
    imitates = config.imitation.teacher is not None and (not resume or labels.is_under_way(folder))
    if resume and not imitates:
        seconds = trainer.resume(folder / CHECKPOINT)
    elif config.start_from is not None:
        trainer.take_policy(config.start_from)
    imitation = Imitation(trainer, config, folder, resume) if imitates else None
    with Interruption() as interruption:
        if workers.count == 1:  # several stop together, between two iterations
            trainer.interruption = interruption
        gpu = torch.cuda.get_device_name() if trainer.device.type == "cuda" else ""
        begin_folder(folder, config, resume, gpu)
        if imitation is not None:
            is_whole = imitation.teach(interruption) is not None
            trainer.begin_episodes()
            seconds = imitation.labels.used
            trainer.save(folder / CHECKPOINT, seconds)
            if not is_whole:
                print(imitation_ending(folder))
                return folder
            del imitation
        labels.finish(folder)
        with (
            tracking(config, folder, trainer.steps) as trackers,
            Run(config, folder, trainer.steps, interruption, seconds, workers.agreed, watch) as run,
        ):
            run.learn(trainer, trackers)
    print(run.ending())
    return folder


def new_trainer(config: TrainConfig, workers: Workers) -> Trainer:
    """The trainer of this process, and torch with as many threads as it may use."""
    trainer = Trainer(config, device_of(config.device), workers)
    if trainer.config.threads is not None:
        torch.set_num_threads(trainer.config.threads)
    return trainer


def follow(config: TrainConfig, resume: bool, workers: Workers) -> Path:
    """Play and learn with the process that leads, for as long as it says."""
    with contextlib.suppress(ValueError):  # in a thread of Ray, which gets no signals
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that leads answers for all
    folder = Path(config.run_dir)
    trainer = new_trainer(config, workers)
    if resume:
        trainer.resume(folder / CHECKPOINT)
    elif config.start_from is not None:
        trainer.take_policy(config.start_from)
    schedules = Schedules(config, trainer.steps)
    with contextlib.suppress(WorkerLost):
        while workers.agreed(False):
            trainer.iterate(schedules)
            schedules.steps = trainer.steps
    return folder


def device_of(name: str) -> torch.device:
    """The torch device of this name. Raises ValueError if there is no such device."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=name)
        return torch.device(name)
    except (RuntimeError, AssertionError) as error:
        raise ValueError(f"device {name!r} cannot be used: {' '.join(str(error).split())[:200]}") from error
