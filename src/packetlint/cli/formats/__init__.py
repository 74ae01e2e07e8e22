"""Report formats: each turns a report into text, and does nothing else."""
