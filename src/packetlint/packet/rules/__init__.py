"""The rules of packets, memory packets and the other files of a `.geas` folder. Seed: context-packet."""

from __future__ import annotations

from packetlint.core.rule import Rule
from packetlint.packet.rules import artifacts, completeness, drift, freshness, memory

RULES: tuple[Rule, ...] = (
    Rule("packet/artifact-invalid", "error", "a .geas file that is not as its schema has it", artifacts.artifact_invalid),
    Rule("packet/index-entry-mismatch", "warning", "a memory index that contradicts an entry file", artifacts.index_entry_mismatch),
    Rule("packet/missing-packet", "warning", "a worker of a waiting task who has no packet", artifacts.missing_packet),
    Rule("packet/unknown-task", "error", "a packet for a task that is not there", completeness.unknown_task),
    Rule("packet/unknown-worker", "warning", "a packet for a worker nobody knows", completeness.unknown_worker),
    Rule("packet/title-mismatch", "error", "a packet whose title is not that of its worker and task", completeness.title_mismatch),
    Rule("packet/too-long", "error", "a packet of 200 lines or more", completeness.too_long),
    Rule("packet/missing-section", "error", "a packet without a section that every reader has", completeness.missing_section),
    Rule("packet/missing-role-section", "error", "a packet without a section that its reader has", completeness.missing_role_section),
    Rule("packet/unflagged-conflict", "warning", "a packet that says nothing of a conflict", completeness.unflagged_conflict),
    Rule("packet/criteria-drift", "error", "criteria that are not the contract's", drift.criteria_drift),
    Rule("packet/boundaries-drift", "error", "boundaries that are not the contract's", drift.boundaries_drift),
    Rule("packet/commands-drift", "error", "commands that are not the contract's", drift.commands_drift),
    Rule("packet/rubric-drift", "error", "a rubric that is not the contract's", drift.rubric_drift),
    Rule("packet/unknown-memory", "error", "a memory that is not there", memory.unknown_memory),
    Rule("packet/ineligible-memory", "error", "a memory that may not be handed over", memory.ineligible_memory),
    Rule("packet/memory-over-budget", "error", "more memories than the reader may have", memory.memory_over_budget),
    Rule("packet/caution-unmarked", "warning", "a doubtful memory that is not marked as one", memory.caution_unmarked),
    Rule("packet/memory-packet-mismatch", "error", "a memory packet and a packet that disagree", memory.memory_packet_mismatch),
    Rule("packet/stale-packet", "error", "a packet that is not what its sources give", freshness.stale_packet),
    Rule("packet/edited-by-hand", "warning", "a packet that was built and then edited", freshness.edited_by_hand),
)
