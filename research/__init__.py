"""What makes our own results: scripts that train, play and print tables. No part of the package."""
