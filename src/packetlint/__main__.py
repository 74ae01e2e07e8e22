"""Run the command line as `python -m packetlint`.

Python puts the current directory first among the places it imports from. What lies there may be a stranger's, so it goes
before anything of ours is imported. Python itself may have looked there by then: `python -P -m packetlint` never does.
"""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]

    from packetlint.cli.main import run

    run()
