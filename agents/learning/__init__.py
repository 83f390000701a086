"""Learned agents: policies trained by PPO, by imitation first if wished."""
