"""Pictures, pages and films of games; never needed to play."""
