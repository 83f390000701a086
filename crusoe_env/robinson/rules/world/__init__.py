"""What is on the table: people, stores, island, camp, items, decks, and the general rules about them."""
