"""Run the command line as `python -m packetlint`."""

from packetlint.cli.main import run

if __name__ == "__main__":
    run()
