"""Measurements of packetlint against something in the same run."""
