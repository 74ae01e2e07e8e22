"""Every rule of the kind, sorted by name. Each is a pure generator over a brief, facts about it, and settings."""

from __future__ import annotations

from packetlint.brief.rules import criteria, files, form, placeholders, sections, size, smells
from packetlint.core.rule import Rule

RULES = (
    Rule("brief/bundled-criterion", "error", "a criterion asks for two things", criteria.bundled_criterion, exact=False),
    Rule("brief/constraint-form", "warning", "a constraint does not say how binding it is", form.constraint_form),
    Rule("brief/criterion-not-checkbox", "warning", "a criterion cannot be ticked off", criteria.criterion_not_checkbox),
    Rule("brief/custom-smell", "error", "an expression of your own matches", smells.custom_smell),
    Rule(
        "brief/decision-without-reason",
        "warning",
        "a decision lacks its alternative or its reason",
        form.decision_without_reason,
        exact=False,
    ),
    Rule("brief/duplicate-bullet", "warning", "the same bullet stands twice in a section", form.duplicate_bullet),
    Rule("brief/embedded-file", "error", "a file's content is pasted into the brief", size.embedded_file, exact=False),
    Rule("brief/empty-section", "warning", "nothing stands under a section's title", sections.empty_section),
    Rule("brief/file-line-reference", "error", "a reference to a line of a file", smells.file_line_reference),
    Rule(
        "brief/key-interface-is-a-path",
        "error",
        "a key interface is a path, not a type or function",
        form.key_interface_is_a_path,
        exact=False,
    ),
    Rule("brief/line-number-reference", "error", "a reference to a line by its number", smells.line_number_reference),
    Rule("brief/missing-acceptance-criteria", "error", "no acceptance criteria", sections.missing_acceptance_criteria),
    Rule("brief/missing-category", "error", "an agent brief has no category", sections.missing_category),
    Rule("brief/missing-current-behavior", "error", "an agent brief does not say how things are", sections.missing_current_behavior),
    Rule("brief/missing-desired-behavior", "error", "an agent brief does not say how things should be", sections.missing_desired_behavior),
    Rule("brief/missing-out-of-scope", "error", "no section Out of scope", sections.missing_out_of_scope),
    Rule("brief/missing-recommended-section", "warning", "a recommended section is not there", sections.missing_recommended_section),
    Rule("brief/missing-task", "error", "no task (packet) or summary (agent brief)", sections.missing_task),
    Rule("brief/missing-type-surface", "error", "a packet of some size has no type surface", sections.missing_type_surface),
    Rule("brief/narrative-path", "warning", "a path in the narrative", smells.narrative_path, exact=False),
    Rule("brief/over-token-limit", "error", "the brief is over the token limit", size.over_token_limit),
    Rule("brief/over-token-target", "warning", "the brief is over the token target", size.over_token_target),
    Rule("brief/packet-where-brief-belongs", "warning", "a packet where it waits to be read", sections.packet_where_brief_belongs),
    Rule("brief/path-only-bullet", "error", "a bullet leads with a path", smells.path_only_bullet),
    Rule("brief/placeholder-left", "error", "a placeholder of the template is left", placeholders.placeholder_left),
    Rule("brief/scope-is-a-path", "error", "the scope is a path, not a type or module", form.scope_is_a_path, exact=False),
    Rule(
        "brief/shape-criterion",
        "error",
        "a criterion says that something is there, not what it does",
        criteria.shape_criterion,
        exact=False,
    ),
    Rule("brief/stale-file", "warning", "a file that git does not have", files.stale_file),
    Rule("brief/task-not-verb-led", "warning", "the task describes instead of asking", form.task_not_verb_led, exact=False),
    Rule("brief/tried-without-outcome", "warning", "an attempt without what came of it", form.tried_without_outcome, exact=False),
    Rule("brief/unannotated-file", "error", "a file without the type or function meant", files.unannotated_file),
    Rule("brief/unknown-category", "error", "a category that is not known", sections.unknown_category),
    Rule("brief/unlisted-verb", "warning", "a criterion does not begin with a behaviour verb", criteria.unlisted_verb, exact=False),
    Rule("brief/vague-criterion", "warning", "a criterion only says that something works", criteria.vague_criterion, exact=False),
    Rule("brief/vague-task", "warning", "the task is too short or too long", form.vague_task, exact=False),
)
