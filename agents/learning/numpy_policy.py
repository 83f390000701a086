"""A policy of the fast trainer as an agent, with NumPy instead of torch; and reading checkpoints."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from crusoe_env import Game
from crusoe_env.agent import PolicyAgent
from crusoe_env.support.words import one_line, shown

from . import kernels, safetensors
from .checkpoint import CheckpointError
from .compact import NETWORK, NEVER, expanded, widened
from .mapping import LAYOUT, LayoutMapping, Names, packed_names, warn_once
from .tensors import check_tensors, recurrent_width_in, shapes_of, team_in, team_shapes, widths_in

RUN = "run"
"""The text of a checkpoint with its description as JSON: `described`, and what a run needs to resume."""
FORMAT = 1
CHANCE_WEIGHT, CHANCE_BIAS = "chance_weight", "chance_bias"
"""The tensors of a head for the chance of victory, (width,) and (1,); a policy may lack them."""


def described(game: Game) -> dict[str, Any]:
    """The game, version and layouts that a network must have been made for."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "observations": game.observations.size,
        "actions": game.actions.n,
    }


def texts_of(game: Game, content: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a checkpoint: its description, and the names of the network's inputs and outputs."""
    return {RUN: json.dumps({**described(game), **content}), LAYOUT: packed_names(game)}


class Checkpoint(NamedTuple):
    """The content of a checkpoint.

    Attributes:
        arrays: as they were written.
        run: its description.
        mapping: from the network's layouts to the game's present ones; None if they are the same.
        changes: changes of the game since it was written, in words; empty for none.
    """

    arrays: dict[str, np.ndarray]
    run: dict[str, Any]
    mapping: LayoutMapping | None = None
    changes: str = ""


def read_checkpoint(path: Path, game: Game | None) -> Checkpoint:
    """Read a checkpoint, and warn once on stderr if the game has changed since.

    Args:
        path: of the file.
        game: to be played.

    Raises:
        CheckpointError: it is missing, damaged or not for this game; or it has no names, and the game is of
            another version or has other layouts now.
    """
    arrays, texts = safetensors.read(path)
    try:
        run = json.loads(texts[RUN])
        found = {name: run[name] for name in ("format", "game", "version", "observations", "actions")}
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path}: is no checkpoint of this trainer") from error
    if found["format"] != FORMAT:
        raise CheckpointError(f"{path}: is of format {shown(found['format'])}, this version reads {FORMAT}")
    try:
        checkpoint = Checkpoint(widened(arrays, run["observations"], run["actions"]), run)
    except (ValueError, TypeError) as error:
        raise CheckpointError(f"{path}: is no whole checkpoint: {one_line(error)}") from error
    if game is not None:
        checkpoint = checkpoint._replace(**_fit(path, found, texts.get(LAYOUT), game))
    if checkpoint.changes:
        warn_once(f"{path}: {checkpoint.changes}")
    return checkpoint


def _fit(path: Path, found: Mapping[str, Any], text: str | None, game: Game) -> dict[str, Any]:
    """`mapping` and `changes` of a checkpoint with this description, for a game."""
    wanted = described(game)
    if found["game"] != game.name:
        other = shown(found["game"])
        raise CheckpointError(f"{path}: was trained on another game ({other}) than {game.name}")
    if text is None:
        if differ := [name for name in wanted if found[name] != wanted[name]]:
            words = ", ".join(f"{name} {shown(found[name])}, now {wanted[name]}" for name in differ)
            raise CheckpointError(f"{path}: has no names by which to fit it to another layout: {words}")
        return {}
    try:
        names = Names.unpacked(text)
    except ValueError as error:
        raise CheckpointError(f"{path}: is no whole checkpoint: {error}") from error
    sizes = len(names.observations), len(names.divisors), len(names.actions)
    if sizes != (found["observations"], found["observations"], found["actions"]):
        raise CheckpointError(f"{path}: is no whole checkpoint: its names are for another network")
    mapping = LayoutMapping.between(names, game)
    changes = []
    if found["version"] != game.version:
        changes.append(f"was trained on version {shown(found['version'])} of the game, now {game.version}")
    if mapping is not None and str(mapping):
        changes.append(f"was trained on another layout: {mapping}; what is new weighs nothing")
    return {"mapping": mapping, "changes": "; ".join(changes)}


def description_in(path: Path) -> dict[str, Any]:
    """The description in a checkpoint. Raises CheckpointError if it is damaged."""
    try:
        return dict(json.loads(safetensors.read(path)[1][RUN]))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path}: is no checkpoint of this trainer") from error


def network_in(
    path: Path,
    checkpoint: Checkpoint,
    hidden: Sequence[int] | None = None,
    kept_as: str | None = None,
    explores: bool = False,
) -> dict[str, np.ndarray]:
    """The checked float32 weights of a network of the fast trainer, for the game's present layouts.

    Args:
        path: of the checkpoint, for messages.
        checkpoint: from `read_checkpoint`.
        hidden: widths that the layers of the trunk must have.
        kept_as: the kind that the weights must have, one of `compact.KINDS`.
        explores: for training: let the policy try new actions; see `mapping`. Without a head for the chance
            of victory, which is fitted when training has ended.

    Raises:
        CheckpointError: a tensor is missing, of a wrong shape or dtype, or not finite.
    """
    arrays, run, mapping, _ = checkpoint
    widths = widths_in(arrays) if hidden is None else hidden
    shapes = shapes_of(run["observations"], run["actions"], widths, recurrent_width_in(arrays))
    own = [name.removeprefix(NETWORK) for name in arrays if name.startswith(NETWORK)]
    shapes = team_shapes(shapes, *team_in(own))
    if CHANCE_WEIGHT in own or CHANCE_BIAS in own:
        shapes |= {CHANCE_WEIGHT: (widths[-1],), CHANCE_BIAS: (1,)}
    check_tensors(path, arrays, shapes, kept_as)
    weights = weights_of(arrays)
    if explores:
        weights = {name: it for name, it in weights.items() if name not in (CHANCE_WEIGHT, CHANCE_BIAS)}
        let_all_be_tried(weights)
    if mapping is None:
        return weights
    for name in shapes:
        if name.endswith("first_weight"):
            weights[name] = mapping.inputs(weights[name])
        if name.endswith("policy_weight"):
            bias = f"{name.removesuffix('weight')}bias"
            weights[name], weights[bias] = mapping.outputs(weights[name], weights[bias], explores)
    return weights


def let_all_be_tried(weights: dict[str, np.ndarray]) -> None:
    """Begin actions that a policy has left out with the mean of the others, to train on another task."""
    for name in [name for name in weights if name.endswith("policy_weight")]:
        bias = f"{name.removesuffix('weight')}bias"
        left_out = weights[bias] <= NEVER
        if left_out.any() and not left_out.all():
            for each in (name, bias):
                weights[each][left_out] = weights[each][~left_out].mean(axis=0)


def weights_of(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The network's weights among the arrays of a checkpoint, float32."""
    return {name.removeprefix(NETWORK): it for name, it in expanded(arrays).items()}


class NumpyPolicy(PolicyAgent):
    """The policy of a trained network.

    Args:
        weights: by the names of `agents.learning.network.PolicyNetwork`, float32.
        name: as it stands in tables.
        has_values: whether the value head was trained; it is not where a critic reads the joint view.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], name: str = "ppo", has_values: bool = True) -> None:
        self.name, self.has_values = name, has_values
        self.first_layer = weights["first_weight"], weights["first_bias"]
        count = sum(name.startswith("trunk_weights.") for name in weights)
        self._trunk = [(weights[f"trunk_weights.{i}"], weights[f"trunk_biases.{i}"]) for i in range(count)]
        self._policy = weights["policy_weight"], weights["policy_bias"]
        self._value = weights["value_weight"], weights["value_bias"]
        self.chance_head = {name: weights[name] for name in (CHANCE_WEIGHT, CHANCE_BIAS) if name in weights}

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The logits of all actions."""
        return self.read(self.trunk(observation))[0]

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The most probable legal action of each game; other logits are not needed."""
        if kernels.settings.DISABLE_JIT:
            return super().act(observation, mask)
        trunk, actions = self.trunk(observation), np.empty(len(observation), np.int64)
        masks = np.ascontiguousarray(mask, np.int8)
        kernels.best_range(trunk, *self._policy, masks, actions, 0, len(actions))
        return actions

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """The network's estimate of the discounted return; None if it has none."""
        return self.read(self.trunk(observation))[1] if self.has_values else None

    def chance(self, observation: np.ndarray) -> np.ndarray | None:
        """The chance of victory if this policy plays on, float32 (n,), 0 .. 1; None without such a head."""
        if not self.chance_head:
            return None
        return self.chances_from(np.maximum(self.trunk(observation), 0.0), self.chance_head)

    @staticmethod
    def chances_from(features: np.ndarray, head: Mapping[str, np.ndarray]) -> np.ndarray:
        """Chances of victory by a head, from the trunk's output after its rectifier (n, width)."""
        logits = features @ head[CHANCE_WEIGHT] + head[CHANCE_BIAS]
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * logits), np.float32)

    def heads(self, x: np.ndarray, chances: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Logits of all actions (n, actions) and values (n,), from the first layer's output.

        Args:
            x: float32 (n, width).
            chances: name chances of victory in place of values.
        """
        trunk = self._later_layers(x)
        logits, values = self.read(trunk)
        return logits, self.chances_from(np.maximum(trunk, 0.0), self.chance_head) if chances else values

    @functools.cached_property
    def arrays(self) -> tuple[Any, ...]:
        """The network for compiled code.

        First weight (size, width) and bias; widths of all layers, int64; the weights (inputs, outputs) and
        the biases of the later layers, flat; weight (actions, width) and bias of the policy; weight (width,)
        and bias of the value.
        """
        none = np.zeros(0, np.float32)
        weights = np.concatenate([none, *(np.ravel(weight.T) for weight, _ in self._trunk)])
        biases = np.concatenate([none, *(bias for _, bias in self._trunk)])
        widths = [len(self.first_layer[1]), *(len(bias) for _, bias in self._trunk)]
        value, bias = self._value
        return (*self.first_layer, np.array(widths), weights, biases, *self._policy, value[0], float(bias[0]))

    def trunk(self, observation: np.ndarray) -> np.ndarray:
        """The trunk's output (n, width), before the last rectifier."""
        return self._later_layers(self._first(observation))

    def read(self, trunk: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits of all actions (n, actions) and values (n,), from the trunk's output."""
        x, policy, value = np.maximum(trunk, 0.0), self._policy, self._value
        return x @ policy[0].T + policy[1], (x @ value[0].T + value[1])[:, 0]

    def _later_layers(self, x: np.ndarray) -> np.ndarray:
        for weight, bias in self._trunk:
            x = np.maximum(x, 0.0) @ weight.T + bias
        return x

    def _first(self, observation: np.ndarray) -> np.ndarray:
        weight, bias = self.first_layer
        if kernels.settings.DISABLE_JIT:
            return np.maximum(observation @ weight + bias, 0.0)
        out = np.empty((len(observation), len(bias)), np.float32)
        rows = np.ascontiguousarray(observation, np.float32)
        kernels.forward_floats_range(rows, weight, bias, out, 0, len(rows))
        return out
