from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon
from caesura.studio import Limits, Service, Settings


def test_the_shipped_lexicon_is_opened_only_where_it_is_needed(lexicon: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def shipped() -> Lexicon:
        opened.append(lexicon)
        return Lexicon.open(lexicon)

    monkeypatch.setattr("caesura.studio.service.default_lexicon", shipped)
    service = Service(Settings(method="none"))
    assert not opened
    assert len(service.segment("brown bear cub", method="wikipedia")["segments"]) == 2
    service.segment("brown bear cub", method="titles")
    assert opened == [lexicon]


def test_a_named_lexicon_is_looked_at_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Service(Settings(method="none", lexicon=str(tmp_path / "nowhere")))


def test_a_segmenter_is_made_once(settings: Settings) -> None:
    service = Service(settings)
    assert service.segmenter("titles") is service.segmenter("titles", "printed")
    assert service.segmenter("titles") is not service.segmenter("titles", "published")
    assert service.segmenter() is service.segmenter("wikipedia")


@pytest.mark.parametrize("wrong", [{"batch": 0}, {"words": 0}, {"words": 65}, {"characters": 0}, {"body_bytes": 0}])
def test_limits_that_make_no_sense(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="limit"):
        Limits(**wrong)
