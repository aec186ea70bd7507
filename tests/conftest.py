"""Shared fixtures: where the optional large data lies."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# No deadlines: tests must not depend on how busy the machine is. The same examples come every time, whoever runs them;
# `make test-long` tries fresh ones, and many. A temporary folder shared by the examples of one test is what we want.
settings.register_profile(
    "same",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("fresh", settings.get_profile("same"), derandomize=False, print_blob=True)
_PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "same")
settings.load_profile(_PROFILE)
#: How many times more examples a property test gets in the profile "fresh" than it asks for.
_FRESH = int(os.environ.get("FRESH_EXAMPLES", "10"))


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that names its number of examples, as most slow ones do, gets more of them as well."""
    test: Any = getattr(item, "obj", None)
    function = getattr(test, "__func__", test)
    given = getattr(function, "_hypothesis_internal_use_settings", None)
    if _PROFILE == "fresh" and given is not None and not hasattr(function, "_fresh_examples"):
        function._fresh_examples = True
        function._hypothesis_internal_use_settings = settings(given, max_examples=given.max_examples * _FRESH)


_DATA = Path(os.environ.get("CAESURA_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real corpora; tests that need it are skipped where it is missing."""
    if not _DATA.is_dir():
        pytest.skip("the real corpora are not here: set CAESURA_DATA to their folder")
    return _DATA


@pytest.fixture(scope="session")
def synthetic_data() -> Path:
    """Small invented stand-ins for the real corpora, in their formats (scripts/synthetic_data.py)."""
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """Spark in this process's own Java machine; tests that need it are skipped where PySpark or Java is missing."""
    pytest.importorskip("pyspark", reason="PySpark is not here: pip install 'caesura[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not here: Spark needs version 17 or newer")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    options: dict[str, bool | float | int | str | None] = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        # Jobs of a second or two: what compiling the hot paths costs would never come back.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.executorEnv.PYTHONPATH": str(Path(__file__).parents[1]),
        "spark.log.level": "ERROR",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    session = SparkSession.builder.master("local[2]").appName("caesura-tests").config(map=options).getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session", autouse=True)
def _default_lexicon_unpacked() -> None:
    """Commands say so when they unpack it for the first time; in a test that would be noise on stderr."""
    from caesura.lexicon import default_lexicon

    default_lexicon().close()
