"""Agents by import path: `my_agents:Cautious` is the class `Cautious` of the module `my_agents`."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from pathlib import Path
from typing import TypeVar

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.support.words import one_line
from crusoe_env.trust import names_module

T = TypeVar("T")


def is_own(name: str) -> bool:
    """Return true for an import path, MODULE:CLASS, of a class that does not come with the project."""
    return names_module(name)


def class_at(path: str, base: type[T], what: str = "class") -> type[T]:
    """The class at an import path; modules of the current folder are found, too.

    Args:
        path: `MODULE:CLASS`.
        base: the class that it must derive from.
        what: noun for errors.

    Raises:
        ValueError: the module cannot be imported, or has no such subclass of `base`.
    """
    module_name, _, class_name = path.partition(":")
    is_loaded = module_name.partition(".")[0] in sys.modules
    if not is_loaded and os.getcwd() not in sys.path:  # an installed command does not look there
        sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # a module may do anything as it is imported
        found = "" if isinstance(error, ModuleNotFoundError) else f"{type(error).__name__}: "
        raise ValueError(
            f"{what} {path!r}: {module_name} cannot be imported: {found}{one_line(error)}"
        ) from error
    classes = {key: it for key, it in vars(module).items() if isinstance(it, type) and issubclass(it, base)}
    if class_name not in classes:
        there = ", ".join(key for key, it in classes.items() if it is not base) or "none"
        raise ValueError(
            f"{what} {path!r}: {module_name} has no class {class_name!r} derived from"
            f" {base.__module__}.{base.__name__}; it has {there}"
        )
    return classes[class_name]


def own_agent(name: str, simulator: Simulator) -> Agent:
    """An agent of the class at an import path, made with the simulator if its constructor takes one.

    Raises:
        ValueError: as `class_at`, or it cannot be made.
    """
    cls = class_at(name, Agent, "agent")
    try:
        return cls(simulator) if inspect.signature(cls).parameters else cls()  # type: ignore[call-arg]
    except Exception as error:
        raise ValueError(
            f"agent {name!r} cannot be made: {type(error).__name__}: {one_line(error)}"
        ) from error


def own_file(name: str) -> Path | None:
    """The source file of an agent's class; None if it has none."""
    file = inspect.getsourcefile(class_at(name, Agent, "agent"))
    return None if file is None else Path(file)
