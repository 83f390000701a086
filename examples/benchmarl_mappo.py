# /// script
# dependencies = ["crusoe_env", "benchmarl"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""BenchMARL: MAPPO or IPPO for two players of Robinson Crusoe, with masks and state. Some minutes."""

import argparse
import tempfile
from collections.abc import Callable

from benchmarl.algorithms import IppoConfig, MappoConfig
from benchmarl.environments.pettingzoo.common import PettingZooClass
from benchmarl.experiment import Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from torch import nn
from torchrl.envs import EnvBase, PettingZooWrapper

import crusoe_env.robinson

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=10_000, help="of all games together")
parser.add_argument("--algorithm", choices=("mappo", "ippo"), default="mappo")
given = parser.parse_args()


class Castaways(PettingZooClass):
    """The scenario as a BenchMARL task: any environment with PettingZoo's interface comes in this way."""

    def get_env_fun(
        self, num_envs: int, continuous_actions: bool, seed: int | None, device: object
    ) -> Callable[[], EnvBase]:
        """What makes an environment; `state()` is what the central critic sees."""
        return lambda: PettingZooWrapper(
            crusoe_env.robinson.parallel_env(**self.config),
            categorical_actions=True,
            return_state=True,
            seed=seed,
            device=device,
        )

    def supports_discrete_actions(self) -> bool:
        return True

    def has_state(self) -> bool:
        return True


# Plain observations: TorchRL finds the mask in the infos.
settings = {"players": 2, "scenario": "castaways", "reward": "shaped", "mask": "info", "max_cycles": 500}
config = ExperimentConfig.get_from_yaml()
config.max_n_frames = given.steps
config.on_policy_collected_frames_per_batch = 1_000
config.on_policy_n_envs_per_worker = 2
config.on_policy_n_minibatch_iters = 2
config.on_policy_minibatch_size = 500
config.prefer_continuous_actions = False
config.evaluation = config.render = False
config.loggers = ["csv"]
config.lr = 3e-4
config.save_folder = tempfile.mkdtemp()
network = MlpConfig(num_cells=[128, 128], layer_class=nn.Linear, activation_class=nn.Tanh)
experiment = Experiment(
    task=Castaways(name="CASTAWAYS", config=settings),
    algorithm_config={"mappo": MappoConfig, "ippo": IppoConfig}[given.algorithm].get_from_yaml(),
    model_config=network,
    critic_model_config=network,
    seed=0,
    config=config,
)
experiment.run()
print(
    f"{experiment.total_frames:,} steps; mean return {experiment.mean_return:.3f}; {experiment.folder_name}"
)
