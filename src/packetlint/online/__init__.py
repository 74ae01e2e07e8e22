"""Fetch what http(s) and mcp links lead to: only when asked for, and only from where the person allows."""
