"""Briefs: context packets (version 2) and agent briefs. Seed: context-pack."""
