# /// script
# dependencies = ["crusoe_env"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""PettingZoo: Robinson Crusoe for three, one agent at a time (AEC) and all at once (parallel). Seconds.

The rules of Robinson Crusoe compile about a minute when they are used for the first time.
"""

import argparse

import crusoe_env.robinson

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=500, help="of each form")
steps = parser.parse_args().steps

# AEC: whoever has to decide acts; the action mask stands in the observation.
team = crusoe_env.robinson.env(players=3, scenario="castaways", reward="shaped")
team.reset(seed=1)
print(f"{team.characters}; observation {team.observe('player_0')['observation'].shape}")
for count, agent in enumerate(team.agent_iter(max_iter=steps)):
    observation, reward, terminated, truncated, info = team.last()
    if terminated or truncated:
        team.step(None)
        continue
    action = team.action_space(agent).sample(observation["action_mask"])
    if count < 5:
        print(f"  {agent} ({team.character_name(info['character'])}): {team.action_name(action)}")
    team.step(action)
print(f"the global state for a centralised critic: {team.state().shape}")

# Parallel: all agents step; whoever has nothing to decide has one legal action, "wait".
team = crusoe_env.robinson.parallel_env(players=3, scenario="castaways", reward="shaped")
episodes, observations = 0, {}
for _ in range(steps):
    if not team.agents:
        observations, infos = team.reset(seed=episodes)
        episodes += 1
    actions = {
        agent: team.action_space(agent).sample(observation["action_mask"])
        for agent, observation in observations.items()
    }
    observations, rewards, terminations, truncations, infos = team.step(actions)
print(f"parallel: {steps} steps, episode {episodes}, round {infos['player_0']['rounds'] or 'not ended'}")
