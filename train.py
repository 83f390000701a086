"""Train a policy: `python train.py --config configs/marooned_sb3.yaml`, the same as `crusoe train`."""

from __future__ import annotations

import sys

from crusoe_env.command_line import guarded
from crusoe_env.programs import run


def main(arguments: list[str]) -> int:
    """Run; the exit status."""
    return run("train", arguments, prog="train.py")


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:])))
