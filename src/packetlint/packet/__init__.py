"""The kind `packet`: context packets and memory packets of `.geas` trees. Seed: context-packet."""
