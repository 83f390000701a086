"""Games in text for programs and language models: JSON lines, and an MCP server."""
