#!/usr/bin/env bash
# The divergence of two masked policies is right, and its gradient is NaN.
#
# Expected: two categorical distributions that give the same illegal actions -inf have a finite divergence, and a gradient
# that is 0 for those actions: penalties on the divergence (PPO with a KL term, distillation, RLHF) train masked policies.
# Seen: kl_divergence is finite and right; its gradient is NaN for every legal action, and with it each weight
# of the network after one step. With -1e8 in place of -inf value and gradient are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check torch==2.13.0 numpy==2.4.6
cat >"$folder/masked.py" <<'PYTHON'
import torch
from torch.distributions import Categorical, kl_divergence

print("torch", torch.__version__)
legal = torch.tensor([True, True, False])
found = {}
for illegal in (float("-inf"), -1e8):
    mine, other = torch.tensor([0.3, -0.2, 0.1], requires_grad=True), torch.tensor([0.0, 0.5, 0.2])
    divergence = kl_divergence(*(Categorical(logits=it.masked_fill(~legal, illegal)) for it in (mine, other)))
    divergence.backward()
    found[illegal] = divergence.item(), mine.grad
    print(f"{illegal}: divergence {divergence.item():.4f}, gradient {mine.grad.tolist()}")
(value, gradient), (same, right) = found.values()
assert abs(value - same) < 1e-6 and right.isfinite().all() and right[2] == 0
assert not gradient.isfinite().all(), "the gradient is finite now"
PYTHON
"$folder/venv/bin/python" "$folder/masked.py" 2>/dev/null
