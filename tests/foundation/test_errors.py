from __future__ import annotations

from caesura.foundation import InputError, MissingExtraError


def test_errors_are_one_line() -> None:
    error = InputError("bad \n thing", cure="mend it", file="f.txt", line=3)
    assert str(error) == r"f.txt:3: bad \n thing; mend it"
    assert "pip install 'caesura[spark]'" in str(MissingExtraError("counting on Spark", "spark"))


def test_standard_input_has_a_name_a_user_reads() -> None:
    assert str(InputError("bad", file="-", line=3)) == "stdin:3: bad"


def test_a_file_is_filled_in_beside_a_line_that_is_known() -> None:
    assert str(InputError("bad", line=3).at("f.txt")) == "f.txt:3: bad"
    assert str(InputError("bad", line=3).at("f.txt", 4)) == "f.txt:4: bad"
