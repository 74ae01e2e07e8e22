"""Change what is in `fixtures/` in every way and hold whatever comes of it to what must always be true.

`python tests/fuzz MINUTES` runs it for as long as one likes; `tests/test_fuzz.py` runs a little of it.
"""
