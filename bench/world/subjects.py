"""All subjects, in the order in which they are measured and shown."""

from __future__ import annotations

from bench.world import accuracy, agreement, campaign, counting, labels, lexicon, retrieval, segmenting, syntax
from bench.world.measuring import Subject

SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        accuracy.SUBJECT,
        segmenting.SUBJECT,
        lexicon.SUBJECT,
        counting.SUBJECT,
        *labels.SUBJECTS,
        *agreement.SUBJECTS,
        *retrieval.SUBJECTS,
        syntax.SUBJECT,
        campaign.SUBJECT,
    )
}
