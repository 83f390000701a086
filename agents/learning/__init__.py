"""Learned agents: policies trained by PPO, optionally after imitation of a teacher."""
