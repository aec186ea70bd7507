"""Lucene from the jar inside pyserini, in one Java machine for all tests of a process; a throw-away PostgreSQL."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.campaign.postgres import programs, running_postgres

_INSTALL = "pip install --no-deps pyserini==0.25.0 jpype1, and Java 17 or later"
_PACKAGE = "org.apache.lucene"


@pytest.fixture(scope="session")
def lucene() -> SimpleNamespace:
    """The classes we need, by their short names."""
    jpype = pytest.importorskip("jpype", reason=f"needs {_INSTALL}")
    package = importlib.util.find_spec("pyserini")
    jars = [
        jar
        for place in (package.submodule_search_locations or () if package else ())
        for jar in Path(place).rglob("anserini-*.jar")
    ]
    if not jars:
        pytest.skip(f"Lucene's jar is not here: {_INSTALL}")
    try:
        jpype.getDefaultJVMPath()
    except jpype.JVMNotFoundException:
        pytest.skip(f"Java is not here: {_INSTALL}")
    if not jpype.isJVMStarted():
        # convertStrings=False: what Java answers stays Java's until we ask for str().
        jpype.startJVM("-Xmx512m", classpath=[str(jars[0])], convertStrings=False)
    else:
        jpype.addClassPath(str(jars[0]))
    names = (
        *("queryparser.classic.QueryParser", "analysis.core.WhitespaceAnalyzer", "search.BooleanQuery", "search.BoostQuery"),
        *("search.TermQuery", "search.PhraseQuery", "search.DisjunctionMaxQuery", "search.IndexSearcher", "index.DirectoryReader"),
        *("index.IndexWriter", "index.IndexWriterConfig", "index.Term", "store.ByteBuffersDirectory", "document.Document"),
        *("document.TextField", "search.similarities.LMDirichletSimilarity"),
    )
    return SimpleNamespace(
        **{name.rsplit(".", 1)[1]: jpype.JClass(f"{_PACKAGE}.{name}") for name in names},
        store=jpype.JClass(f"{_PACKAGE}.document.Field").Store.NO,
        floats=jpype.JFloat,
        arrays=jpype.java.util.ArrayList,
    )


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that is gone afterwards."""
    pytest.importorskip("psycopg", reason="needs: pip install 'psycopg[binary]'")
    if programs() is None:
        pytest.skip("PostgreSQL is not here: apt install postgresql")
    with running_postgres() as server:
        yield server
