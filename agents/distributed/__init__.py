"""Beyond one machine: training and evaluation on a Ray cluster. Needs `crusoe_env[ray]`."""
