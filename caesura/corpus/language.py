"""Is a query English? A small test by function words, for the language step of the log filter.

The rule, in full. A query with a letter that is not Latin is not English. Otherwise its words are looked up, lower-cased, in
short lists of function words (and a few words typical of queries) written by hand, for each of fourteen languages:

- a *telling* word (`und`, `avec`, `para`) counts 2 for its language;
- a *weak* word, one that English queries borrow in names and abbreviations (`la`, `de`, `van`), counts 1;
- where a language has such a count, every word of the query with a letter beyond ASCII counts 1 more;
- every English function word (`the`, `for`, `how`) takes 2 away.

The query is not English if some language with a telling word reaches 2, or one with weak words only reaches 3. So
`hotel de la paix geneva` stays, and so does every query without function words: `volkswagen golf ersatzteile` cannot be told by
such a test, and names look the same in all languages. The test would rather keep a foreign query than lose an English
one; whoever needs more gives the filter a function of his own.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_ENGLISH = frozenset(
    [
        "the",
        "and",
        "of",
        "for",
        "to",
        "with",
        "from",
        "by",
        "at",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "how",
        "what",
        "where",
        "when",
        "who",
        "why",
        "which",
        "does",
        "did",
        "can",
        "could",
        "would",
        "should",
        "will",
        "you",
        "your",
        "my",
        "our",
        "their",
        "his",
        "her",
        "its",
        "it",
        "this",
        "that",
        "these",
        "those",
        "there",
        "if",
        "or",
        "but",
        "not",
        "about",
        "into",
        "over",
        "under",
        "between",
        "without",
        "than",
        "then",
        "have",
        "has",
        "had",
        "been",
        "i",
        "we",
        "they",
        "he",
        "she",
        "them",
        "him",
        "us",
        "as",
        "an",
        "all",
        "any",
        "some",
        "most",
        "more",
        "make",
        "get",
        "buy",
        "find",
        "use",
        "free",
        "best",
        "new",
    ]
)

# Telling words must not be English words (German "die", French "on"), nor turn up in names, initials and abbreviations on
# English logs (Dutch "van", Italian "il" for Illinois, Spanish "y"). Such words are weak.
_TELLING = {
    "german": """
        und oder für fuer nicht eine einen einem einer auf bei nach über ueber ohne wie wir ich auch noch durch gegen
        zwischen kann wird werden haben vom zur kaufen kostenlos
    """,
    "french": """
        avec une où mais sont leur nous vous quelle quel pourquoi gratuit gratuite gratuits gratuites acheter paroles
    """,
    "spanish": """
        para por una más pero sobre está estos estas donde cuando porque qué quién cómo muy mujeres hombres gratis
        letras fotos niños ninos juegos español espanol
    """,
    "portuguese": """
        para não nao uma pelo pela sobre são você voce onde quando porque muito fotos gratis jogos letras
    """,
    "italian": """
        gli della delle degli nella alla quando perché perche più senza sulla anche questo questa testi gratuito
    """,
    "dutch": """
        het een voor niet zijn wordt worden naar ook maar deze zonder tussen waar kopen goedkope
    """,
    "polish": "się sie jest nie dla przez czy oraz",
    "turkish": "için icin nasıl nasil nedir değil degil çok",
    "swedish": "och för inte är från",
    "danish": "ikke hvordan hvad",
    "norwegian": "ikke hvordan hva",
    "finnish": "että miten mikä kuinka",
    "indonesian": "untuk dengan tidak adalah",
    "vietnamese": "và của là không được",
}

_WEAK = {
    "german": "der das den dem des im zu zum mit von ein aus ihr sie ist sind",
    "french": """
        le la les de des du un au que qui ne je tu l d et ou pas sur entre pour dans est chez sans sous ses mes ils elle comment aux
    """,
    "spanish": "el la los las de del un que en es se su al lo mi te y con como sin este entre hay esta",
    "portuguese": "os de da dos das um em na que e ao com mas sem como entre",
    "italian": "il lo la le e di da un che non si al del dei nel con per su sono allo",
    "dutch": "de op te den van en met bij uit dit hoe",
    "polish": "w z na jak",
    "turkish": "ve bir ile olan",
    "swedish": "att med som på till hur",
    "danish": "og med til på fra",
    "norwegian": "og med til på fra",
    "finnish": "ja ei",
    "indonesian": "dan cara yang dari",
    "vietnamese": "cho",
}

_LISTS = {
    language: (frozenset(telling.split()) - _ENGLISH, frozenset(_WEAK[language].split()) - frozenset(telling.split()) - _ENGLISH)
    for language, telling in _TELLING.items()
}
_ALL_TELLING = frozenset().union(*(telling for telling, _ in _LISTS.values()))
_FOREIGN = _ALL_TELLING.union(*(weak for _, weak in _LISTS.values()))


def is_english(text: str) -> bool:
    """The rule of this module; most queries hold no foreign function word and are done at once."""
    words = text.lower().split()
    ascii_only = text.isascii()
    if _FOREIGN.isdisjoint(words):
        return ascii_only or all(map(_is_latin, text))
    foreign = [word for word in words if word in _FOREIGN]
    if ascii_only and len(foreign) < 3 and _ALL_TELLING.isdisjoint(foreign):
        return True  # two weak words cannot reach 3
    return (ascii_only or all(map(_is_latin, text))) and not _is_foreign(words, foreign)


def _is_foreign(words: list[str], foreign: list[str]) -> bool:
    accents = sum(not word.isascii() for word in words)
    against = 2 * sum(word in _ENGLISH for word in words)
    for telling, weak in _LISTS.values():
        clear = sum(word in telling for word in foreign)
        borrowed = sum(word in weak for word in foreign)
        if (clear or borrowed) and 2 * clear + borrowed + accents - against >= (2 if clear else 3):
            return True
    return False


@lru_cache(maxsize=4096)
def _is_latin(character: str) -> bool:
    """Latin letters, and everything that is not a letter."""
    return not character.isalpha() or unicodedata.name(character, "").startswith(
        ("LATIN", "MODIFIER", "FEMININE", "MASCULINE", "FULLWIDTH LATIN")
    )
