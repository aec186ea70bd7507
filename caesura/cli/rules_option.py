"""The option `--rules`, the same wherever queries are segmented."""

from enum import StrEnum
from typing import Annotated

import typer


class RulesName(StrEnum):
    """The formulas as printed, or what the public outputs did."""

    PRINTED = "printed"
    PUBLISHED = "published"


RulesOption = Annotated[RulesName, typer.Option("--rules", help="The formulas as printed, or as the public outputs have them.")]
