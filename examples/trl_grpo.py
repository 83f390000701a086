# /// script
# dependencies = ["crusoe_env", "trl>=1.16", "torch==2.13.0"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""TRL: GRPO on whole games in text, with the class that `GRPOTrainer(environment_factory=...)` takes.

Without `--model` a tiny model with random weights plays, whose tokens are moves: it shows that the whole way
works, and learns nothing that matters. A model that calls tools is trained by the same class.
"""

import argparse
import math
from typing import Any

from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_chat_template

from crusoe_env.text import TextEnv

MOVES = 5
"""Moves that the tiny model can name."""


class Castaway:
    """A game for GRPO: `reset` begins it, `answer` is a tool of the model, `get_reward` ends it."""

    def reset(self, game: str, seed: int, **_: Any) -> str:
        """Begin a game: the columns of the data set are the arguments."""
        self._env = TextEnv(game)
        message, self._info = self._env.reset(seed=seed)
        return f"{self._env.briefing()}\n\n{message}"

    def answer(self, move: str) -> str:
        """Make a move, or ask a question.

        Args:
            move: the number of a listed move, its words, or a question such as "explain Rum".

        Returns:
            What is new, and what may be done next.
        """
        if self._env.over:
            return "The game is over."
        message, _, _, _, self._info = self._env.step(move)
        return message

    def get_reward(self) -> float:
        """1 for a victory, else half of what was done of the goal; a game that has not ended is lost."""
        if self._info["victory"] and not self._info["limit"]:
            return 1.0
        batch = self._env.env.batch
        return 0.5 * float(batch.simulator.goal_progress(batch.states)[0])


def tiny() -> tuple[Any, Any]:
    """A model with random weights, and a tokenizer with one token for each call of `answer` with a number."""
    env = TextEnv("marooned")
    text = [env.reset(seed=1)[0], env.briefing()]
    calls = [
        f'<tool_call>\n{{"name": "answer", "arguments": {{"move": "{k}"}}}}\n</tool_call>'
        for k in range(1, MOVES + 1)
    ]
    words = Tokenizer(models.BPE())
    words.pre_tokenizer, words.decoder = (
        pre_tokenizers.ByteLevel(add_prefix_space=False),
        decoders.ByteLevel(),
    )
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    named = ["<|endoftext|>", "<|im_end|>", "<|im_start|>"]
    words.train_from_iterator(
        text, trainers.BpeTrainer(vocab_size=600, special_tokens=[*named, *calls], initial_alphabet=alphabet)
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, eos_token="<|im_end|>", pad_token="<|endoftext|>", padding_side="left"
    )
    tokenizer.chat_template = qwen3_chat_template
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=2, max_position_embeddings=16_384, eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )  # fmt: skip
    return AutoModelForCausalLM.from_config(config), tokenizer


def main() -> None:
    """Train, and print the loss and the reward of each step."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dieson")
    parser.add_argument("--model", help="of the Hugging Face hub, or a folder")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=4_000, help="of a game")
    parser.add_argument("--output", default="runs/trl")
    given = parser.parse_args()
    sampling: dict[str, Any] = {}
    if given.model:
        model, tokenizer = given.model, AutoTokenizer.from_pretrained(given.model)
    else:
        model, tokenizer = tiny()
        spoken = {tokenizer.eos_token_id, *(tokenizer.convert_tokens_to_ids(it) for it in _calls(tokenizer))}
        silent = [token for token in range(len(tokenizer)) if token not in spoken]
        sampling = {"suppress_tokens": silent, "sequence_bias": [[[tokenizer.eos_token_id], 0.5]]}
    rows = [
        {"prompt": [{"role": "user", "content": ""}], "game": given.game, "seed": seed} for seed in range(8)
    ]
    settings = GRPOConfig(
        output_dir=given.output, max_steps=given.steps, per_device_train_batch_size=4, num_generations=4,
        max_completion_length=given.tokens, max_tool_calling_iterations=25, logging_steps=1,
        save_strategy="no", report_to="none",
        generation_kwargs=sampling, use_cpu=not given.model, beta=0.0,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model, args=settings, train_dataset=Dataset.from_list(rows), processing_class=tokenizer,
        environment_factory=Castaway,
    )  # fmt: skip
    trainer.train()
    for step in trainer.state.log_history:
        if "loss" in step:
            assert math.isfinite(step["loss"]), step
            print(
                f"step {step['step']}: loss {step['loss']:.4f}, reward {step['reward']:.3f},"
                f" calls of a game {step['tools/call_frequency']:.1f}"
            )


def _calls(tokenizer: Any) -> list[str]:
    return [token for token in tokenizer.get_vocab() if token.startswith("<tool_call>")]


if __name__ == "__main__":
    main()
