"""The first sheet of an XLSX file as rows of texts, read with the standard library alone.

Only texts and numbers matter here: formats, dates and formulas are read as what they show or store. A file may be sent by anyone,
so what it unpacks to is bounded and document types, which could name other files or grow without end, are refused.
"""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from xml.etree import ElementTree

from caesura.foundation import InputError

#: What all parts of a file that are read may unpack to.
MAXIMUM_BYTES = 256 << 20
MAXIMUM_COLUMNS = 1000

_BROKEN = "the spreadsheet cannot be read"
_CURE = "save it again as XLSX, or as CSV"


def is_spreadsheet(archive: zipfile.ZipFile) -> bool:
    return "xl/workbook.xml" in archive.namelist()


def sheet_rows(content: bytes) -> list[list[str]]:
    """The rows of the first sheet; empty ones are left out at the end, not in between."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            shared = _shared(archive)
            root = _parsed(archive, _first_sheet(archive))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError, NotImplementedError, EOFError, RuntimeError):
        raise InputError(_BROKEN, cure=_CURE) from None
    rows: list[list[str]] = []
    for row in root.iterfind(".//{*}row"):
        number = row.get("r", "")
        # Rows that hold nothing are not written; a wrong number must not make millions of them.
        while number.isdecimal() and len(rows) + 1 < int(number) <= len(rows) + 10_000:
            rows.append([])
        cells: list[str] = []
        for cell in row.iterfind(".//{*}c"):
            place = _column(cell.get("r", ""), len(cells))
            cells += [""] * (place - len(cells))
            cells.append(_value(cell, shared))
        rows.append(cells)
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """The part of the first sheet in the workbook's order."""
    relations = {one.get("Id", ""): one.get("Target", "") for one in _parsed(archive, "xl/_rels/workbook.xml.rels")}
    sheet = next(_parsed(archive, "xl/workbook.xml").iterfind(".//{*}sheet"), None)
    if sheet is None:
        raise InputError("the spreadsheet has no sheet", cure=_CURE)
    wanted = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
    target = relations[wanted]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared(archive: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [_text(one) for one in _parsed(archive, "xl/sharedStrings.xml").iterfind(".//{*}si")]


def _parsed(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > MAXIMUM_BYTES:
        raise InputError(f"the spreadsheet unpacks to more than {MAXIMUM_BYTES >> 20} MB", cure="divide it into several")
    with archive.open(name) as part:
        # What the archive says of its size may be wrong.
        content = part.read(MAXIMUM_BYTES + 1)
    if len(content) > MAXIMUM_BYTES:
        raise InputError(f"the spreadsheet unpacks to more than {MAXIMUM_BYTES >> 20} MB", cure="divide it into several")
    if b"<!DOCTYPE" in content[:4096] or b"<!ENTITY" in content[:4096]:
        raise InputError(_BROKEN, cure=_CURE)
    return ElementTree.fromstring(content)  # noqa: S314 - document types are refused above


def _value(cell: ElementTree.Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _text(cell)
    content = cell.find("{*}v")
    text = "" if content is None else content.text or ""
    if kind == "s":
        return shared[int(text)] if text.isdecimal() and int(text) < len(shared) else ""
    if kind == "b":
        return {"1": "true", "0": "false"}.get(text, text)
    return text.removesuffix(".0") if kind == "n" else text


def _text(element: ElementTree.Element) -> str:
    """A text may be in several runs; how a word sounds (rPh) is not part of it."""
    spoken = {id(inner) for phonetic in element.iterfind(".//{*}rPh") for inner in phonetic.iterfind(".//{*}t")}
    return "".join(inner.text or "" for inner in element.iterfind(".//{*}t") if id(inner) not in spoken)


def _column(reference: str, following: int) -> int:
    """`C7` is the third column; without a reference a cell follows the one before."""
    letters = re.match(r"[A-Z]{1,3}(?=\d)", reference)
    if letters is None:
        return following
    number = 0
    for letter in letters.group():
        number = number * 26 + ord(letter) - ord("A") + 1
    if number > MAXIMUM_COLUMNS:
        raise InputError(f"the spreadsheet has a cell in column {number:,}", cure=f"at most {MAXIMUM_COLUMNS:,} are read")
    return max(number - 1, following)
