"""The sections of a packet: what each is called, who reads it, and what it says. Seed: context-packet, Step 2 and Packet Format."""
