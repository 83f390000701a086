# /// script
# dependencies = ["crusoe_env", "ray[rllib]", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""RLlib: two players of Robinson Crusoe share a policy, through PettingZoo. Some minutes."""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=20_000, help="of all games together")
steps = parser.parse_args().steps


def make(config: dict) -> ParallelPettingZooEnv:
    """A game of two; imported here because worker processes call it."""
    import crusoe_env.robinson

    return ParallelPettingZooEnv(crusoe_env.robinson.parallel_env(**config))


register_env("castaways", make)
config = (
    PPOConfig()
    .environment(
        "castaways", env_config={"players": 2, "scenario": "castaways", "mask": "rllib", "reward": "shaped"}
    )
    .env_runners(num_env_runners=0)
    .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda agent, *args, **kwargs: "everybody")
    .rl_module(
        rl_module_spec=MultiRLModuleSpec(
            rl_module_specs={
                "everybody": RLModuleSpec(
                    ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128]}
                )
            }
        )
    )
    .training(train_batch_size=1_000, minibatch_size=500, num_epochs=2, lr=3e-4, gamma=0.999)
)
algorithm = config.build_algo()
made = 0
while made < steps:
    result = algorithm.train()
    made = result["num_env_steps_sampled_lifetime"]
    returned = result["env_runners"].get("episode_return_mean", float("nan"))
    print(f"{int(made):>8,} steps: mean return of the team {returned:.3f}", flush=True)
algorithm.stop()
