"""What all tests run with."""

pytest_plugins = ["tests.running.workers", "tests.running.durations"]
