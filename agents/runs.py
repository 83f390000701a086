"""What a run folder, a checkpoint or a policy of the zoo was trained on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import zoo


def game_of_run(run: Path) -> tuple[str, dict[str, Any]] | None:
    """Which game a run folder, a checkpoint in one, or `zoo:NAME` plays, with which options.

    Returns:
        None without a configuration.

    Raises:
        ConfigError: as `read_config`.
        ValueError: there is no such policy in the zoo.
    """
    if (name := zoo.named(str(run))) is not None:
        card = zoo.read_card(name)
        return card["game"], dict(card["task"])
    file = (run if run.is_dir() else run.parent) / "config.yaml"
    if not file.is_file():
        return None
    from .config import game_options, read_config  # reading a run needs packages of the extra `train`

    config = read_config(file)
    return config.game, game_options(config)
