"""What `make mutants` can change in a file: one operator, comparison, constant or condition at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

_COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
_OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}


@dataclass(frozen=True)
class Mutation:
    """`place` is the node's number in the walk over the file's tree."""

    file: str
    place: int
    line: int
    says: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.says}"


def mutations(file: str, source: str) -> Iterator[Mutation]:
    """Every change that can be made; what only types and doubled strings would show is left out."""
    for place, node in enumerate(ast.walk(ast.parse(source))):
        if says := _change(node):
            yield Mutation(file, place, getattr(node, "lineno", 0), says)


def _change(node: ast.AST) -> str:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        return f"{ast.unparse(node)}, the comparison turned"
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return f"{ast.unparse(node)}, another operator"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return f"{node.value} becomes {node.value + 1}"
    if isinstance(node, ast.If | ast.IfExp):
        return f"if {ast.unparse(node.test)}, turned round"
    if isinstance(node, ast.BoolOp):
        return f"{ast.unparse(node)}, and for or"
    return ""


def mutated(source: str, place: int) -> ast.Module:
    """The file's tree with the change at that place; every line keeps its number."""
    tree = ast.parse(source)
    node = next(each for number, each in enumerate(ast.walk(tree)) if number == place)
    if isinstance(node, ast.Compare):
        node.ops[0] = _COMPARISONS[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.fix_missing_locations(tree)


#: A function's name inside its module and the line it begins at.
Key = tuple[str, int]


def functions(code: CodeType) -> dict[Key, CodeType] | None:
    """The code of all functions of modules and classes; None where two cannot be told apart (lambdas on one line)."""
    found: dict[Key, CodeType] = {}
    for inner in code.co_consts:
        if not isinstance(inner, CodeType):
            continue
        if inner.co_flags & 0x2:  # has local variables: a function, not the body of a class
            below: dict[Key, CodeType] | None = {(inner.co_qualname, inner.co_firstlineno): inner}
        else:
            below = functions(inner)
        if below is None or found.keys() & below.keys():
            return None
        found |= below
    return found


def changed_function(before: CodeType, after: CodeType) -> Key | None:
    """The one function in which the two modules differ; None where they differ outside of functions."""
    old, new = functions(before), functions(after)
    if old is None or new is None:
        return None
    changed = [key for key in old if old[key] != new[key]]
    return changed[0] if len(changed) == 1 and _body(before) == _body(after) else None


def _body(code: CodeType) -> tuple[bytes, tuple[object, ...]]:
    """What runs when the module is imported, without the functions it defines."""
    return code.co_code, tuple(
        _body(one) if isinstance(one, CodeType) and not one.co_flags & 0x2 else type(one) if isinstance(one, CodeType) else one
        for one in code.co_consts
    )
