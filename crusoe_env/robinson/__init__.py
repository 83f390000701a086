"""Robinson Crusoe: Adventures on the Cursed Island (Ignacy Trzewiczek, 2012). Rules: docs/robinson.md."""
