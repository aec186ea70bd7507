"""What the learned segmenter asks of a lexicon: the same of its own and of the one in the background."""

from libc.math cimport log
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from caesura.lexicon._table cimport Found, Table, prefetch_line, probe
from caesura.segmenters._decode cimport in_all_forms, look_up
from caesura.segmenters._features cimport Sheet, prepare
from caesura.segmenters._query cimport DECIDED, LONGEST_COUNTED, MOST_WORDS, WIKIPEDIA, Desk, Plan, Query
from caesura.segmenters._scan cimport ask, take_word
from caesura.segmenters._tagger cimport Word


# A lexicon, and how the classic methods read it.
cdef struct Source:
    const Table *table
    double total
    double log_total
    Plan plan
    Plan counted


# What waits until the lexicon's memory has answered.
cdef struct Question:
    Query query
    uint64_t[MOST_WORDS] folded


cdef inline Source source_of(const Table *table, double total) noexcept nogil:
    cdef Source source
    source.table = table
    source.total = total
    source.log_total = log(total) if total != 0 else 0.0
    source.plan.kind = WIKIPEDIA
    source.plan.published = False
    source.plan.longest = min(<uint64_t>MOST_WORDS, table.longest)
    source.plan.total = total
    source.plan.threshold = 0
    source.counted = source.plan
    source.counted.longest = min(source.plan.longest, <int>LONGEST_COUNTED)
    return source


cdef inline void ask_words(const Source *source, Question *question, Desk *desk, const Word *words, int size, bint names) noexcept nogil:
    """Ask for folded ASCII words, seven bytes behind each of which can be read."""
    cdef int at
    question.query.differs = 0
    question.query.trims = 0
    question.query.separated = 0
    for at in range(size):
        take_word(&question.query, desk, at, words[at].text, words[at].size, source.table.seed)
    ask_hashed(source, question, desk, size, names)


cdef inline void ask_hashed(const Source *source, Question *question, Desk *desk, int size, bint names) noexcept nogil:
    """Ask for words whose hashes are on the desk; `names` says that this source knows which separators are part of a name."""
    cdef int at
    question.query.words = size
    question.query.status = DECIDED
    if not names:
        question.query.separated = 0
    memcpy(question.folded, desk.folded, size * sizeof(uint64_t))
    for at in range(size):
        prefetch_line(source.table, question.folded[at])
    ask(&question.query, desk, &source.plan, source.table)


cdef inline void read_answer(const Source *source, const Question *question, Desk *desk, Sheet *sheet) noexcept nogil:
    """The sheet of a query whose look-ups were met."""
    cdef int at, size = question.query.words
    cdef const Table *table = source.table
    cdef Found found
    sheet.size = size
    sheet.longest = source.plan.longest
    sheet.total = source.total
    sheet.log_total = source.log_total
    for at in range(size):
        found = probe(table, question.folded[at])
        if question.query.differs:
            found = in_all_forms(found, &question.query, table, at, at + 1)
        sheet.single_counts[at] = found.count
        sheet.single_titles[at] = found.title
    look_up(&question.query, desk, &source.plan, table)
    prepare(sheet, desk, &source.plan, &source.counted, question.query.separated)
