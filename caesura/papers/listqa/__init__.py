"""The ListQA way (Xu and Klakow 2010): from questions, answer patterns and documents to paragraphs that support the answers.

`find_candidates` looks for answers in paragraphs, `write_tasks` gives a campaign its pairs of question and paragraph,
`as_judgements` reads its labels in one vocabulary, and `write_paragraphs` prints what a model considers true.
"""

from caesura.papers.listqa.candidates import CandidateParagraph, find_candidates, read_candidates, write_candidates
from caesura.papers.listqa.documents import Article, read_documents
from caesura.papers.listqa.layout import parse_paragraphs, write_paragraphs
from caesura.papers.listqa.questions import Question, read_links, read_patterns, read_questions
from caesura.papers.listqa.tasks import as_judgements, verdict, write_tasks

__all__ = [
    "Article",
    "CandidateParagraph",
    "Question",
    "as_judgements",
    "find_candidates",
    "parse_paragraphs",
    "read_candidates",
    "read_documents",
    "read_links",
    "read_patterns",
    "read_questions",
    "verdict",
    "write_candidates",
    "write_paragraphs",
    "write_tasks",
]
