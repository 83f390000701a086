"""The network of the fast trainer as a module of RLlib, for environments with `mask="rllib"`."""

from __future__ import annotations

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn

from ..learning.network import PolicyNetwork

ILLEGAL = -1e9
"""The logit of an illegal action: its probability is nothing."""


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):
    """One trunk with a head each for policy and value; `model_config` has `hidden` and `seed`."""

    def setup(self) -> None:
        """Make the network, whose weights are named as those of the fast trainer."""
        super().setup()
        size = self.observation_space["observations"].shape[0]
        actions = int(self.action_space.n)
        self.network = PolicyNetwork(size, actions, self.model_config["hidden"], self.model_config["seed"])

    def _hidden(self, batch: dict[str, Any]) -> Tensor:
        net = self.network
        x = torch.relu(batch[Columns.OBS]["observations"].float() @ net.first_weight + net.first_bias)
        for weight, bias in zip(net.trunk_weights, net.trunk_biases, strict=True):
            x = torch.relu(nn.functional.linear(x, weight, bias))
        return x

    def _forward(self, batch: dict[str, Any], **settings: Any) -> dict[str, Any]:
        """The logits of legal actions."""
        net = self.network
        logits = nn.functional.linear(self._hidden(batch), net.policy_weight, net.policy_bias)
        illegal = batch[Columns.OBS]["action_mask"] == 0
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(illegal, ILLEGAL)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """The expected discounted returns, float32 (n,)."""
        net = self.network
        return nn.functional.linear(self._hidden(batch), net.value_weight, net.value_bias).squeeze(-1)
