"""What every kind stands on: source text, diagnostics, git, configuration."""
