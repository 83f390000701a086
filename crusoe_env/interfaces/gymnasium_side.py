"""What Gymnasium asks of an environment beside playing: its specification, and its generator."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from gymnasium.envs.registration import EnvSpec

from crusoe_env.engine.batch import Batch
from crusoe_env.support.options import generator as checked_generator


class OwnLimit(int):
    """A limit of steps that the environment keeps itself, as its specification says it.

    `gymnasium.make(env.spec)` puts a `TimeLimit` around the environment, which counts on after `restore` and
    `set_state`. It asks whether it has counted up to its limit; up to this one it never has.
    """

    def __le__(self, other: object) -> bool:
        return False


def _fields_of(spec: EnvSpec) -> dict[str, Any]:
    return {each.name: getattr(spec, each.name) for each in dataclasses.fields(spec) if each.init}


class OwnSpec(EnvSpec):
    """The specification of an environment that keeps its limit of steps itself."""

    def to_json(self) -> str:
        """The specification as JSON, without a limit of the environment's own: its arguments hold that."""
        fields = _fields_of(self)
        if isinstance(self.max_episode_steps, OwnLimit):
            fields["max_episode_steps"] = None
        return EnvSpec(**fields).to_json()


def limited(spec: EnvSpec | None, batch: Batch) -> EnvSpec | None:
    """A specification that says after how many steps an episode is truncated."""
    if spec is None or spec.max_episode_steps is not None:
        return spec
    return OwnSpec(**{**_fields_of(spec), "max_episode_steps": OwnLimit(batch.settings.max_steps)})


class GymnasiumSide:
    """The properties `np_random` and `spec` of the single and of the vector environment."""

    batch: Batch
    _spec: EnvSpec | None = None
    _has_new_generator = False
    _np_random: np.random.Generator | None
    _np_random_seed: int | None

    @property
    def np_random(self) -> np.random.Generator:
        """The generator that seeds games: at the first `reset`, and at the next one after it was set.

        Of the vector environment, one that was set seeds all games of the next `reset` without seeds.
        """
        gymnasiums: Any = super()
        generator: np.random.Generator = gymnasiums.np_random
        return generator

    @np_random.setter
    def np_random(self, generator: np.random.Generator) -> None:
        self._np_random = checked_generator("np_random", generator)
        self._np_random_seed = -1
        self._has_new_generator = True

    @property
    def spec(self) -> EnvSpec | None:
        """The specification by which this was made, with the limit of steps that holds."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = limited(spec, self.batch)
