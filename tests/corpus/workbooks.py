"""Small XLSX files for tests, as spreadsheets write them: shared strings, numbers, inline texts, rows left out."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def workbook(rows: Sequence[Sequence[str]], *, inline: bool = False, doctype: str = "") -> bytes:
    shared: list[str] = []
    drawn = []
    for number, row in enumerate(rows, start=1):
        cells = []
        for place, text in enumerate(row):
            reference = f"{chr(65 + place)}{number}"
            if inline:
                cells.append(f'<c r="{reference}" t="inlineStr"><is><t>{escape(text)}</t></is></c>')
            elif text.isdecimal():
                cells.append(f'<c r="{reference}"><v>{text}</v></c>')
            elif text:
                shared.append(text)
                cells.append(f'<c r="{reference}" t="s"><v>{len(shared) - 1}</v></c>')
        drawn.append(f'<row r="{number}">{"".join(cells)}</row>' if cells else "")
    strings = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in shared)
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="Queries" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="x">'
        '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'{doctype}<worksheet xmlns="{_MAIN}"><sheetData>{"".join(drawn)}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return packed.getvalue()
