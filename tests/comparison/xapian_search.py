"""Run by Debian's own Python, which has Xapian: documents and queries as JSON on standard input, weights of documents out.

Xapian is under the GPL: it is never imported by Caesura or its tests, only asked in a process of its own.
"""

import json
import sys

import xapian  # type: ignore[import-not-found, unused-ignore]


def main() -> None:
    asked = json.load(sys.stdin)
    database = xapian.WritableDatabase("", xapian.DB_BACKEND_INMEMORY)
    generator = xapian.TermGenerator()
    for number, text in enumerate(asked["documents"]):
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(text)
        document.set_data(str(number))
        database.add_document(document)
    parser = xapian.QueryParser()
    parser.set_database(database)
    enquire = xapian.Enquire(database)
    answers = []
    for query in asked["queries"]:
        enquire.set_query(parser.parse_query(query))
        answers.append({int(match.document.get_data()): match.weight for match in enquire.get_mset(0, 100)})
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
