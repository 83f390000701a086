"""The rules of Dieson Crusoe, one module per phase or topic, compiled. See docs/dieson.md."""
