from array import array
from collections.abc import Callable, Iterable

def print_texts(texts: Iterable[str], masks: array[int], plain_print: Callable[[str, int], str], quotes: bool) -> list[str]: ...
