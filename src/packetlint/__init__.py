"""packetlint: lint the files that agents and people hand work over with."""

__version__ = "0.1.0"
