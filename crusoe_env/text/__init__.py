"""Games in text, for language models: strings in, strings out."""

from crusoe_env.text.env import TextEnv
from crusoe_env.text.limits import Limits, Usage, tokens

__all__ = ["Limits", "TextEnv", "Usage", "tokens"]
