"""Partition proposals: digests, collation, reader, rules and builder. Seed: agent-context-partitioner."""
