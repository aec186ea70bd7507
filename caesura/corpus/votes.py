"""What the annotators of one query chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from caesura.foundation import InputError
from caesura.shapes import Flat, Shape

# (v1, v2) pairs that make a ten-vote query safe besides v1 >= 7 (thesis, formula 3.1). (6, 0) and (5, 0) arise only
# when more than ten votes are scaled to ten.
_SAFE_PAIRS = frozenset(((6, 3), (6, 2), (6, 1), (6, 0), (5, 1), (5, 0)))


@dataclass(frozen=True, slots=True)
class Vote:
    """One shape, how many chose it, and who they were where that is known.

    `types` holds a type per segment where the corpus has them (QueryNER's `brand`, `color`, ...).
    """

    shape: Shape
    count: int
    annotators: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("annotators", "types"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if type(self.count) is not int or self.count < 1:
            raise InputError(f"{self.count!r} votes", cure="a vote counts 1 or more, in whole numbers")
        if self.annotators and len(self.annotators) != self.count:
            raise InputError(f"{len(self.annotators)} annotators for {self.count} votes")
        if self.types and (not isinstance(self.shape, Flat) or len(self.types) != len(self.shape.spans)):
            raise InputError(f"{len(self.types)} types for other segments")


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes of one query, each shape once, in the order of the file: equal votes keep that order everywhere.

    `verbatim` is the source's own spelling where ours would differ by a space or so; it lets a conversion there and
    back give the same bytes, and means nothing else.
    """

    all: tuple[Vote, ...]
    verbatim: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all", tuple(self.all))
        if len({(vote.shape, vote.types) for vote in self.all}) != len(self.all):
            raise InputError("the same segmentation is listed twice", cure="add its votes up")
        if len({(type(vote.shape), vote.shape.size) for vote in self.all}) > 1:
            raise InputError("segmentations of different kind or length for one query")

    @classmethod
    def count(cls, annotations: Iterable[tuple[Shape, str | None, tuple[str, ...]]]) -> Votes:
        """From single annotations (shape, annotator, types) in the order they came."""
        groups: dict[tuple[Shape, tuple[str, ...]], list[str | None]] = {}
        for shape, annotator, types in annotations:
            groups.setdefault((shape, types), []).append(annotator)
        return cls(
            tuple(
                # Annotators are kept only where all of a vote's are known: a list with holes could not be counted.
                Vote(shape, len(who), tuple(name for name in who if name is not None) if None not in who else (), types)
                for (shape, types), who in groups.items()
            )
        )

    def __iter__(self) -> Iterator[Vote]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def total(self) -> int:
        return sum(vote.count for vote in self.all)

    @property
    def ranked(self) -> tuple[Vote, ...]:
        """Most votes first; equal votes in the order of the file."""
        return tuple(sorted(self.all, key=lambda vote: -vote.count))

    @property
    def top(self) -> Vote:
        if not self.all:
            raise InputError("a query without votes has no top vote", cure="use a corpus with annotations")
        return max(self.all, key=lambda vote: vote.count)

    @property
    def is_safe(self) -> bool:
        """Whether the annotators clearly agree (DEFINITIONS §3)."""
        first, second = self.first_two
        if self.total < 10:
            return first == self.total
        return first >= 7 or (first, second) in _SAFE_PAIRS

    @property
    def first_two(self) -> tuple[int, int]:
        """The two largest numbers of votes (v1, v2); more than ten votes are scaled to ten, halves rounded up."""
        if not self.all:
            raise InputError("a query without votes is neither safe nor unsafe", cure="use a corpus with annotations")
        total = self.total
        first, second, *_ = *(vote.count for vote in self.ranked), 0
        return (first, second) if total <= 10 else (_scaled(first, total), _scaled(second, total))

    @property
    def break_counts(self) -> tuple[int, ...]:
        """How many broke at each boundary."""
        flats = [(self._flat(vote), vote.count) for vote in self.all]
        size = flats[0][0].size if flats else 1
        return tuple(sum(count for flat, count in flats if flat.breaks[i]) for i in range(size - 1))

    @staticmethod
    def _flat(vote: Vote) -> Flat:
        if not isinstance(vote.shape, Flat):
            raise InputError("breaks are counted for flat segmentations only", cure="cut the trees first")
        return vote.shape


#: A query that nobody has annotated.
NO_VOTES = Votes(())


def _scaled(votes: int, total: int) -> int:
    """Votes out of ten, halves rounded up."""
    return int(Fraction(votes * 10, total) + Fraction(1, 2))
