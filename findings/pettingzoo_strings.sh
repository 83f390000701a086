#!/usr/bin/env bash
# PettingZoo's test of the AEC form cannot pass an environment of strings; that of the parallel form can.
#
# Expected: observation and action spaces may be any space of Gymnasium. `api_test` warns that Text is unusual, as it
# does, and plays on; `parallel_api_test` accepts the same environment.
# Seen: after its warning "Observation is not a NumPy array" `api_test` asks the observation for its dtype and stops
# with an AttributeError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pettingzoo==1.27.0 gymnasium==1.4.0
cat >"$folder/strings.py" <<'PYTHON'
import warnings
from importlib.metadata import version

from gymnasium.spaces import Text
from pettingzoo import AECEnv
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils.conversions import aec_to_parallel

warnings.simplefilter("ignore")
WORDS = Text(9, charset="abc")


class Echo(AECEnv):
    """Two agents in turn read what the other said last; ten words end the game."""

    metadata = {"name": "echo_v0", "is_parallelizable": True, "render_modes": []}
    possible_agents = ["first", "second"]
    render_mode = None

    def observation_space(self, agent):
        return WORDS

    def action_space(self, agent):
        return WORDS

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.agent_selection, self.heard, self.said = "first", "a", 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}

    def observe(self, agent):
        return self.heard

    def step(self, word):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(word)
            return
        self.heard, self.said = word, self.said + 1
        self._cumulative_rewards[self.agent_selection] = 0
        if self.said == 10:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = "second" if self.agent_selection == "first" else "first"
        self._accumulate_rewards()


print("pettingzoo", version("pettingzoo"))
parallel_api_test(aec_to_parallel(Echo()), num_cycles=20)
print("parallel_api_test: passed")
try:
    api_test(Echo(), num_cycles=20)
except AttributeError as error:
    print("api_test:", error)
else:
    raise SystemExit("api_test passes an environment of strings now")
PYTHON
"$folder/venv/bin/python" "$folder/strings.py"
