"""Games in text, for language models: strings in, strings out."""

from crusoe_env.text.env import TextEnv
from crusoe_env.text.limits import Limits, Usage, tokens
from crusoe_env.text.pettingzoo import env as aec_env
from crusoe_env.text.pettingzoo import parallel_env

__all__ = ["Limits", "TextEnv", "Usage", "aec_env", "parallel_env", "tokens"]
