"""Learned agents: networks, checkpoints, and the policies that play from them; `trainers` trains them."""
