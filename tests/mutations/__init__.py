"""Small changes of the sources, one at a time: some test must notice each."""
