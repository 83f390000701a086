"""The rules of Robinson Crusoe as compiled functions on the record, one module per phase of play."""
