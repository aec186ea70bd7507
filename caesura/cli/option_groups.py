"""Options that several commands take as one value: a dataclass whose fields are Typer's options, each written once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, get_type_hints


def takes_options_of(group: type) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with a parameter annotated with the dataclass `group` gets an option for each of its fields in that place.

    @takes_options_of(MachineChoice)
    def annotate(queries: QueriesArgument, machine: MachineChoice, format: FormatOption = Format.TABLE) -> None: ...
    """

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(command, include_extras=True)
        place = next(name for name, hint in hints.items() if hint is group)
        fields = get_type_hints(group, include_extras=True)
        options = [Parameter(name, Parameter.KEYWORD_ONLY, default=getattr(group, name)) for name in fields]

        @wraps(command)
        def run(**given: Any) -> None:
            command(**{place: group(**{name: given.pop(name) for name in fields})}, **given)

        parameters: list[Parameter] = []
        for parameter in signature(command).parameters.values():
            parameters += options if parameter.name == place else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
        types = {name: hint for name, hint in hints.items() if name != place} | fields
        # Typer reads the signature for names and defaults, and the annotations for types.
        run.__dict__["__signature__"] = signature(command).replace(
            parameters=[parameter.replace(annotation=types[parameter.name]) for parameter in parameters]
        )
        run.__annotations__ = types
        return run

    return taking
