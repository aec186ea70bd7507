"""The ListQA way (Xu and Klakow 2010): from questions, answer patterns and documents to paragraphs that support the answers.

`find_candidates` looks for answers in paragraphs, `write_tasks` puts pairs of question and paragraph before people,
`read_judgements` takes their answers back as labels, and `write_paragraphs` prints what a model takes for true.
"""

from caesura.papers.listqa.candidates import CandidateParagraph, find_candidates, read_candidates, write_candidates
from caesura.papers.listqa.documents import Article, read_documents
from caesura.papers.listqa.layout import parse_paragraphs, write_paragraphs
from caesura.papers.listqa.questions import Question, read_links, read_patterns, read_questions
from caesura.papers.listqa.tasks import read_judgements, write_tasks

__all__ = [
    "Article",
    "CandidateParagraph",
    "Question",
    "find_candidates",
    "parse_paragraphs",
    "read_candidates",
    "read_documents",
    "read_judgements",
    "read_links",
    "read_patterns",
    "read_questions",
    "write_candidates",
    "write_paragraphs",
    "write_tasks",
]
