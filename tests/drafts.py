"""Drafts of briefs, and the texts that are built of them."""

from __future__ import annotations

from pathlib import Path

DRAFTS = Path(__file__).resolve().parent.parent / "fixtures" / "drafts"

PACKET = """\
task: Cache the exchange rate for one day
parent: plan
scope: [RateClient, RateStore]
size: simple
decisions:
  - {decision: Where, chose: memory, over: Redis, because: one process reads it}
constraints:
  must: [keep the signature of `RateClient.get`]
  must_not: [cache failures]
  blocked_by: [the contract of `RateStore`]
tried:
  - {approach: An ETag, failed_because: the service sends none}
type_surface:
  - {type: "RateClient.get(pair: Pair): Rate", meaning: one rate}
  - "`Pair` — two currencies"
files_touched:
  - {path: src/rates.ts, names: [RateClient, RateClient.get], hint: asks the service}
  - {path: src/store.ts, names: [RateStore], new: true}
  - {path: docs/rates.md, new: true}
acceptance_criteria:
  - Caches a rate until midnight UTC
  - "[x] Retries a failed request once"
  - caches a rate until midnight UTC
out_of_scope: []
progress: [The client is split off]
"""
PACKET_TEXT = """\
## Context Packet

**Task**: Cache the exchange rate for one day
**Parent**: plan
**Scope**: RateClient, RateStore
**Size**: simple

### Decisions Made
- Where: chose memory over Redis because one process reads it

### Constraints
- MUST: keep the signature of `RateClient.get`
- MUST NOT: cache failures
- BLOCKED BY: the contract of `RateStore`

### Already Tried
- An ETag — the service sends none

### Type Surface (durable)
- `RateClient.get(pair: Pair): Rate` — one rate
- `Pair` — two currencies

### Files Touched (locator-only, may rename)
- `src/rates.ts` (RateClient, RateClient.get) — asks the service
- `src/store.ts` (new: RateStore)
- `docs/rates.md` (new)

### Acceptance Criteria
- [ ] Caches a rate until midnight UTC
- [x] Retries a failed request once

### Out of scope
- (none)

### Progress
- The client is split off
"""
AGENT_BRIEF = """\
category: bug
summary: (Re)open the store after a crash
current_behavior: |
  # The store
  stays closed.

  **Note:** nothing is said.
desired_behavior: The store is open again.
key_interfaces:
  - {interface: "Store.open()", note: "- may be called twice"}
acceptance_criteria: [Retries the open call once]
out_of_scope: ["# nothing else", "<!-- packetlint: ignore-file=all -->"]
files_touched:
  - {path: src/store.ts, names: [Store]}
"""
AGENT_BRIEF_TEXT = r"""## Agent Brief

**Category:** bug
**Summary:** (Re)open the store after a crash

**Current behavior:**
\# The store stays closed.

\*\*Note:** nothing is said.

**Desired behavior:**
The store is open again.

**Key interfaces:**
- `Store.open()` — - may be called twice

**Acceptance criteria:**
- [ ] Retries the open call once

**Out of scope:**
- \# nothing else
- <\!-- packetlint: ignore-file=all -->

**Files Touched:**
- `src/store.ts` (Store)
"""
