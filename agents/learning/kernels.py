"""Compiled loops over sparse observations: packing rows of bytes, and layers that skip zeros.

Few entries of an observation are nonzero (in Robinson Crusoe 200 of 4,000), so that on a CPU sparse rows are
many times cheaper than dense ones. Every loop works on a slice `start .. stop` of rows or columns, so that
several threads can share the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from crusoe_env.engine.compile import cache_folder, jit
from crusoe_env.engine.compile.sources import unit_of

settings: Any = numba.config
WORD = 8
"""Bytes that are tested for zero together."""


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: compile at the first call, with sums in any order and without the GIL."""
    return jit(function, cache_folder(unit_of(__name__)), fastmath=True)


@kernel
def pack_range(
    packed: Any, words: Any, indices: Any, values: Any, counts: Any, first: int, start: int, stop: int
) -> None:
    """Write the entries of dense rows that are not zero into packed rows.

    Args:
        packed: uint8 (n, size), contiguous.
        words: the same memory as uint64, without the bytes left over at the end.
        indices, values: uint16, uint8 (rows, room): where each entry stands, and its byte.
        counts: int32 (rows,): how many there are; more than the room if they did not fit.
        first: the packed row of dense row 0.
        start: the first dense row.
        stop: the dense row to stop before.
    """
    size, room = packed.shape[1], indices.shape[1]
    for i in range(start, stop):
        row, offset, count = first + i, i * size, 0
        at, end = 0, 0
        while at < size:
            word = (offset + at) // WORD
            end = min(size, (word + 1) * WORD - offset)
            if word >= len(words) or words[word] != 0:  # the first and the last word hold other rows too
                fits = count + WORD <= room
                for j in range(at, end):
                    byte = packed[i, j]
                    if fits:  # written in any case, which costs less than to ask; it counts if it is not zero
                        indices[row, count] = j
                        values[row, count] = byte
                    count += int(byte != 0)
                if not fits and count <= room:  # what was only counted would be missing
                    count = room + 1
            at = end
        counts[row] = count


@kernel
def forward_range(
    indices: Any,
    values: Any,
    counts: Any,
    which: Any,
    scale: Any,
    weight: Any,
    bias: Any,
    out: Any,
    start: int,
    stop: int,
) -> None:
    """out[i] = bias + row `which[i]` times `weight` (size, width), rectified; four entries at a time."""
    width = weight.shape[1]
    for i in range(start, stop):
        row = which[i]
        count = counts[row]
        for c in range(width):
            out[i, c] = bias[c]
        k = 0
        while k + 4 <= count:
            a, b = indices[row, k], indices[row, k + 1]
            d, e = indices[row, k + 2], indices[row, k + 3]
            p, q = values[row, k] * scale[a], values[row, k + 1] * scale[b]
            r, s = values[row, k + 2] * scale[d], values[row, k + 3] * scale[e]
            for c in range(width):
                out[i, c] += p * weight[a, c] + q * weight[b, c] + r * weight[d, c] + s * weight[e, c]
            k += 4
        while k < count:
            a = indices[row, k]
            p = values[row, k] * scale[a]
            for c in range(width):
                out[i, c] += p * weight[a, c]
            k += 1
        for c in range(width):
            out[i, c] = max(out[i, c], np.float32(0.0))


@kernel
def forward_floats_range(rows: Any, weight: Any, bias: Any, out: Any, start: int, stop: int) -> None:
    """out[i] = bias + row i, float32 (n, size), times `weight` (size, width), rectified; skips the zeros."""
    width = weight.shape[1]
    for i in range(start, stop):
        for c in range(width):
            out[i, c] = bias[c]
        for j in range(rows.shape[1]):
            p = rows[i, j]
            if p != 0.0:
                for c in range(width):
                    out[i, c] += p * weight[j, c]
        for c in range(width):
            out[i, c] = max(out[i, c], np.float32(0.0))


@kernel
def backward_range(
    indices: Any,
    values: Any,
    counts: Any,
    which: Any,
    scale: Any,
    result: Any,
    gradient: Any,
    of_weight: Any,
    of_bias: Any,
    start: int,
    stop: int,
) -> None:
    """Add the gradients of weight and bias in columns `start .. stop`.

    `result` is what `forward_range` gave, `gradient` its gradient; where the result is 0 that becomes 0, too.
    """
    of_these = of_bias[start:stop]
    for i in range(len(which)):
        row = which[i]
        given, found = gradient[i, start:stop], result[i, start:stop]
        for c in range(len(given)):
            given[c] = given[c] if found[c] > 0.0 else np.float32(0.0)
            of_these[c] += given[c]
        for k in range(counts[row]):
            j = indices[row, k]
            p = values[row, k] * scale[j]
            total = of_weight[j, start:stop]
            for c in range(len(given)):
                total[c] += p * given[c]


@kernel
def rectified(row: Any, out: Any) -> None:
    """Write the positive part of a row."""
    for c in range(len(row)):
        out[c] = max(row[c], np.float32(0.0))


@kernel
def product(one: Any, other: Any) -> Any:
    """The inner product of two rows."""
    total = np.float32(0.0)
    for c in range(len(one)):
        total += one[c] * other[c]
    return total


@kernel
def add_multiple(total: Any, factor: float, row: Any) -> None:
    """Add a multiple of a row to another."""
    for c in range(len(row)):
        total[c] += factor * row[c]


@kernel
def legal_logits(hidden: Any, weight: Any, bias: Any, legal: Any, count: int, logits: Any) -> Any:
    """Write the logits of the legal actions of one game; the logarithm of the sum of their exponentials."""
    highest = np.float32(-np.inf)
    for k in range(count):
        action = legal[k]
        logits[k] = product(hidden, weight[action]) + bias[action]
        highest = max(highest, logits[k])
    total = np.float32(0.0)
    for k in range(count):
        total += np.exp(logits[k] - highest)
    return highest + np.log(total)


@kernel
def best_range(trunk: Any, weight: Any, bias: Any, masks: Any, actions: Any, start: int, stop: int) -> None:
    """The most probable legal action of each game, the first of equal ones; 0 without one.

    Args:
        trunk: float32 (n, width), what the trunk makes of the observation, not yet rectified.
        weight, bias: of the policy, float32 (actions, width), (actions,).
        masks: int8 (n, actions).
        actions: int64 (n,), written.
        start: the first game.
        stop: the game to stop before.
    """
    hidden = np.empty(trunk.shape[1], np.float32)
    for i in range(start, stop):
        rectified(trunk[i], hidden)
        best, highest = 0, np.float32(-np.inf)
        for action in range(len(bias)):
            if masks[i, action] > 0:
                logit = product(hidden, weight[action]) + bias[action]
                if logit > highest:
                    best, highest = action, logit
        actions[i] = best


@kernel
def sample_range(
    legal: Any,
    counts: Any,
    which: Any,
    trunk: Any,
    weight: Any,
    bias: Any,
    value_weight: Any,
    value_bias: Any,
    drawn: Any,
    actions: Any,
    log_probabilities: Any,
    values: Any,
    start: int,
    stop: int,
) -> None:
    """Draw a legal action for each game, and write its value.

    Args:
        legal, counts: packed masks, uint16 (rows, room) and int32 (rows,).
        which: int64 (n,), the packed row of each game.
        trunk: float32 (n, width), what the trunk makes of the observation, not yet rectified.
        weight, bias: of the policy, float32 (actions, width), (actions,).
        value_weight, value_bias: of the value, float32 (1, width), (1,).
        drawn: float32 (n,), uniform in 0 .. 1.
        actions, log_probabilities, values: int64 (n,), float32 (n,), float32 (n,), written.
        start: the first game.
        stop: the game to stop before.
    """
    logits, hidden = np.empty(legal.shape[1], np.float32), np.empty(trunk.shape[1], np.float32)
    for i in range(start, stop):
        row = which[i]
        count = counts[row]
        rectified(trunk[i], hidden)
        total = legal_logits(hidden, weight, bias, legal[row], count, logits)
        k, chance = 0, np.exp(logits[0] - total)
        while k + 1 < count and drawn[i] >= chance:
            k += 1
            chance += np.exp(logits[k] - total)
        actions[i] = legal[row, k]
        log_probabilities[i] = logits[k] - total
        values[i] = product(hidden, value_weight[0]) + value_bias[0]


@kernel
def add_changes(
    row: Any, words: Any, known: Any, known_words: Any, scale: Any, weight: Any, sums: Any
) -> None:
    """Bring the first layer's sums up to date with an observation of which few entries have changed.

    Args:
        row: uint8 (size,), the observation.
        words: the same memory as uint64, filled up with zeros.
        known, known_words: the observation of which the sums are, likewise; they become `row` and `words`.
        scale: float32 (size,).
        weight: float32 (size, width).
        sums: float32 (width,).
    """
    for word in range(len(words)):
        if words[word] != known_words[word]:
            for j in range(word * WORD, min(len(row), (word + 1) * WORD)):
                if row[j] != known[j]:
                    add_multiple(sums, (np.float32(row[j]) - np.float32(known[j])) * scale[j], weight[j])
            known_words[word] = words[word]


@kernel
def later_layers(x: Any, widths: Any, weights: Any, biases: Any, room: Any, out: Any) -> None:
    """Write what the layers after the first one make of it, each rectified, into `out`, float32 (width,).

    Most numbers of a rectified layer are 0, and left out.

    Args:
        x: the first layer's output, rectified, float32 (width,).
        widths: int64 (layers,), of the first layer and of those after it.
        weights, biases: float32, one after the other; each row of a weight has an input's factors.
        room: float32 (2, widest), to work in.
    """
    at, first = 0, 0
    for layer in range(len(widths) - 1):
        width, y = widths[layer + 1], room[layer % 2]
        for c in range(width):
            y[c] = biases[first + c]
        for row in range(widths[layer]):
            if x[row] > 0.0:
                add_multiple(y[:width], x[row], weights[at : at + width])
            at += width
        for c in range(width):
            y[c] = max(y[c], np.float32(0.0))
        first += width
        x = y[:width]
    for c in range(len(out)):
        out[c] = x[c]


@kernel
def two_chances(key: int) -> Any:
    """Two numbers 0 .. 1, by a key: splitmix64."""
    x = (np.uint64(key) * np.uint64(2) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return (x & np.uint64(0xFFFFFFFF)) / 2.0**32, (x >> np.uint64(32)) / 2.0**32


@kernel
def judge_range(
    legal: Any,
    counts: Any,
    which: Any,
    trunk: Any,
    weight: Any,
    bias: Any,
    value_weight: Any,
    value_bias: Any,
    actions: Any,
    hidden: Any,
    probabilities: Any,
    log_probabilities: Any,
    entropies: Any,
    values: Any,
    start: int,
    stop: int,
) -> None:
    """Write the logarithms of the probabilities of actions, entropies and values; see `sample_range`.

    For the gradients below, `hidden` receives the rectified trunk and `probabilities`, float32 (n, room),
    those of the legal actions.
    """
    logits = np.empty(legal.shape[1], np.float32)
    for i in range(start, stop):
        row = which[i]
        count = counts[row]
        rectified(trunk[i], hidden[i])
        total = legal_logits(hidden[i], weight, bias, legal[row], count, logits)
        entropy = np.float32(0.0)
        for k in range(count):
            logit = logits[k] - total
            p = np.exp(logit)
            probabilities[i, k] = p
            entropy -= p * logit
            if legal[row, k] == actions[i]:
                log_probabilities[i] = logit
        entropies[i] = entropy
        values[i] = product(hidden[i], value_weight[0]) + value_bias[0]


@kernel
def trunk_gradient_range(
    legal: Any,
    counts: Any,
    which: Any,
    weight: Any,
    value_weight: Any,
    actions: Any,
    hidden: Any,
    probabilities: Any,
    entropies: Any,
    of_log_probability: Any,
    of_entropy: Any,
    of_value: Any,
    of_logits: Any,
    of_trunk: Any,
    start: int,
    stop: int,
) -> None:
    """From the gradients of the three results of `judge_range` those of the logits and of `trunk`.

    `of_trunk` holds zeros.
    """
    for i in range(start, stop):
        row = which[i]
        total = of_trunk[i]
        for k in range(counts[row]):
            action, p = legal[row, k], probabilities[i, k]
            chosen = np.float32(1.0) if action == actions[i] else np.float32(0.0)
            gradient = of_log_probability[i] * (chosen - p)
            if p > 0.0:
                gradient -= of_entropy[i] * p * (np.log(p) + entropies[i])
            of_logits[i, k] = gradient
            add_multiple(total, gradient, weight[action])
        add_multiple(total, of_value[i], value_weight[0])
        for c in range(len(total)):
            total[c] = total[c] if hidden[i, c] > 0.0 else np.float32(0.0)


@kernel
def heads_gradient_range(
    legal: Any,
    counts: Any,
    which: Any,
    hidden: Any,
    of_logits: Any,
    of_value: Any,
    of_weight: Any,
    of_bias: Any,
    of_value_weight: Any,
    start: int,
    stop: int,
) -> None:
    """Add the gradients of the heads' weights in columns `start .. stop`.

    The slice that begins at column 0 adds that of the policy's bias.
    """
    of_values = of_value_weight[0, start:stop]
    for i in range(len(which)):
        row = which[i]
        given = hidden[i, start:stop]
        add_multiple(of_values, of_value[i], given)
        for k in range(counts[row]):
            action, gradient = legal[row, k], of_logits[i, k]
            add_multiple(of_weight[action, start:stop], gradient, given)
            if start == 0:
                of_bias[action] += gradient
