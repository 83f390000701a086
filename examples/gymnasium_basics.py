# /// script
# dependencies = ["crusoe_env"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Gymnasium: one game with masks and pictures, then a whole batch. Seconds."""

import argparse

import gymnasium
import numpy as np

import crusoe_env  # registers the ids

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=2_000, help="of each game of the batch")
steps = parser.parse_args().steps

# One game: legal actions are a mask, and have names.
env = gymnasium.make("crusoe_env/Marooned-v0", reward="shaped")
observation, info = env.reset(seed=1)
game = env.unwrapped
print(f"observation {observation.shape}, {env.action_space.n} actions, legal now:")
print([game.action_name(action) for action in game.legal_actions()])
done = False
while not done:
    action = env.action_space.sample(mask=info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    done = terminated or truncated
print(f"the end: {game.cause_name(info['cause'])}, {info['score']} points after {info['rounds']} turns")
print(game.text())

# Many games: the same, in arrays. Ended games begin anew by themselves.
envs = gymnasium.make_vec(
    "crusoe_env/Marooned-v0", num_envs=256, vectorization_mode="vector_entry_point", autoreset_mode="SameStep"
)
rng = np.random.default_rng(0)
observations, infos = envs.reset(seed=0)
won = ended = 0
for _ in range(steps):
    masks = infos["action_mask"]  # int8 (256, actions)
    actions = np.argmax(rng.random(masks.shape) * masks, axis=1)
    observations, rewards, terminated, truncated, infos = envs.step(actions)
    if "final_info" in infos:
        ended += (terminated | truncated).sum()
        won += infos["final_info"]["victory"].sum()
print(f"crusoe_env {crusoe_env.__version__}: random play won {won / ended:.1%} of {ended} games")
