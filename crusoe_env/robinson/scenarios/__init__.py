"""What a scenario adds to the rules."""
