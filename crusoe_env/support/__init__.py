"""Words of messages, progress, threads, files."""
