"""`python tests/fuzz MINUTES [--seed S] [--jobs N]`: run for so long, and keep what fails in .cache/fuzz."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.run import main

if __name__ == "__main__":
    sys.exit(main())
