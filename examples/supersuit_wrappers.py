# /// script
# dependencies = ["crusoe_env", "supersuit"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""SuperSuit: wrappers on PettingZoo, and a vector environment with a row for each player. Some minutes.

SuperSuit wants plain observations, hence `mask="info"`: the masks stand in the infos alone.
"""

import argparse

import numpy as np
import supersuit

import crusoe_env.robinson

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=300, help="of each game")
steps = parser.parse_args().steps
GAMES, PLAYERS = 4, 3

team = crusoe_env.robinson.parallel_env(players=PLAYERS, scenario="castaways", reward="shaped", mask="info")
team = supersuit.agent_indicator_v0(supersuit.clip_reward_v0(team))  # who am I, beside what I see
print(f"observation {team.observation_space('player_0').shape}, with the player's number")
envs = supersuit.concat_vec_envs_v1(
    supersuit.pettingzoo_env_to_vec_env_v1(team), GAMES, base_class="gymnasium"
)
observations, infos = envs.reset(seed=0)
rng, total = np.random.default_rng(0), 0.0
for _ in range(steps):
    masks = np.stack([info["action_mask"] for info in infos])  # int8 (games x players, actions)
    actions = np.argmax(rng.random(masks.shape) * masks, axis=1)
    observations, rewards, terminated, truncated, infos = envs.step(actions)
    total += rewards.sum() / PLAYERS
print(f"{steps} steps of {GAMES} games, {len(observations)} rows; sum of the teams' rewards {total:.2f}")
