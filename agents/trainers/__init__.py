"""Training: the fast trainer, that of Stable-Baselines3, and what their runs share."""
