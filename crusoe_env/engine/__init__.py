"""Playing games: records, chance, steps, batches. Knows no game and no picture."""
