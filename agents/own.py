"""Agents of users, by import path: `my_agents:Cautious` is the class `Cautious` of the module `my_agents`."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from pathlib import Path

from crusoe_env import Simulator
from crusoe_env.support.words import one_line

from .base import Agent

FORM = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


def is_own(name: str) -> bool:
    """Is this an import path, MODULE:CLASS?"""
    return FORM.fullmatch(name) is not None


def own_class(name: str) -> type[Agent]:
    """The class that an import path names; modules of the current folder are found, too.

    Raises:
        ValueError: the module cannot be imported, or has no such subclass of `Agent`.
    """
    module_name, _, class_name = name.partition(":")
    if os.getcwd() not in sys.path:  # an installed command does not look there
        sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        found = "" if isinstance(error, ModuleNotFoundError) else f"{type(error).__name__}: "
        raise ValueError(
            f"agent {name!r}: {module_name} cannot be imported: {found}{one_line(error)}"
        ) from error
    classes = {key: it for key, it in vars(module).items() if isinstance(it, type) and issubclass(it, Agent)}
    if class_name not in classes:
        there = ", ".join(key for key, it in classes.items() if it is not Agent) or "none"
        raise ValueError(
            f"agent {name!r}: {module_name} has no class {class_name!r} derived from"
            f" crusoe_agents.base.Agent; it has {there}"
        )
    return classes[class_name]


def own_agent(name: str, simulator: Simulator) -> Agent:
    """An agent of a class that an import path names, made with the simulator if its constructor takes one.

    Raises:
        ValueError: as `own_class`, or it cannot be made.
    """
    cls = own_class(name)
    try:
        return cls(simulator) if inspect.signature(cls).parameters else cls()  # type: ignore[call-arg]
    except Exception as error:
        raise ValueError(
            f"agent {name!r} cannot be made: {type(error).__name__}: {one_line(error)}"
        ) from error


def own_file(name: str) -> Path | None:
    """The source of the module in which an agent's class is defined; None if it has none."""
    file = inspect.getsourcefile(own_class(name))
    return None if file is None else Path(file)
