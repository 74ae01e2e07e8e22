"""The command line: one program under thin hook entries."""
