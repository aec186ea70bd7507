"""The closed word classes that cues and rules speak of: English words that can be listed.

Lists and not tags, so that a cue is the same whatever the tagger. `to` is not a preposition here: before a verb it only marks
the infinitive, and the Penn tag set, on which the cues were defined, keeps it apart too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


WH_WORDS: Final = _words("what which who whom whose when where why how whats whos wheres whens hows whys")

BE: Final = _words("be am is are was were been being isnt arent wasnt werent")
HAVE: Final = _words("have has had having havent hasnt hadnt")

#: Forms of DO and the modal verbs; with BE and HAVE they can begin a question.
DO_AND_MODALS: Final = _words(
    "do does did dont doesnt didnt can could cant couldnt will would wont wouldnt shall should shouldnt may might must"
)
AUXILIARIES: Final = BE | HAVE | DO_AND_MODALS

#: What a title must begin with to count as a question.
QUESTION_WORDS: Final = WH_WORDS | AUXILIARIES

PREPOSITIONS: Final = _words(
    "about above across after against along amid among around as at before behind below beneath beside besides between beyond by"
    " despite down during except for from in inside into like near of off on onto out outside over past per since through"
    " throughout till toward towards under underneath until up upon via with within without"
)
CONJUNCTIONS: Final = _words("and or but nor because if although though unless while whereas than vs versus &")

PRONOUNS: Final = _words(
    "i me my mine we us our you u your he him his she her it its they them their someone somebody anyone anybody any1"
    " one everyone something anything there this that these those"
)
DETERMINERS: Final = _words("a an the some any")

#: Words that carry structure and not content: all of the above, and a few that go with them. The shipped templates and the model of
#: question intent were learned with this list: change it, and they must be learned again.
FUNCTION_WORDS: Final = (
    QUESTION_WORDS | PREPOSITIONS | CONJUNCTIONS | PRONOUNS | DETERMINERS | _words("to not no s many much long far often")
)


def begins_as_question(words: Sequence[str]) -> bool:
    """Whether the first word is a WH word or an auxiliary: such a query is most often one grammatical piece."""
    return bool(words) and words[0].lower().replace("'", "").replace("’", "") in QUESTION_WORDS
