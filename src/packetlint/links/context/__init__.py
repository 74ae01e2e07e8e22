"""One context.md of all that an artifact links to: resolved, trimmed by role, fenced. Source: materialize-context."""
