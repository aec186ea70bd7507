"""A file from a form: bounded in size before it is read, named by its last part only."""

from __future__ import annotations

from starlette.datastructures import UploadFile
from starlette.requests import Request

from caesura.studio.problems import RefusedError

#: What the form around a file may take.
_SLACK = 64 << 10


async def read_upload(request: Request, field: str, most: int) -> tuple[str, bytes]:
    """Name and content of the file in this field of the form."""
    declared = request.headers.get("content-length", "")
    if not declared.isdecimal():
        raise RefusedError(411, "the size of the file is not said", "send a Content-Length")
    if int(declared) > most + _SLACK:
        raise RefusedError(
            413, f"the file is larger than {most >> 20} MB", "name it on the command line instead: caesura studio --corpus FILE"
        )
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get(field)
        if not isinstance(file, UploadFile) or not file.filename:
            raise RefusedError(422, "no file was chosen", "choose one and send the form again")
        return file.filename, await file.read()
