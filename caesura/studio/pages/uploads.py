"""Files from a form: bounded in size before they are read, named by their last part only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from caesura.studio.api.problems import RefusedError

#: What the form around the files may take.
_SLACK = 64 << 10


@asynccontextmanager
async def uploaded_files(request: Request, most: int) -> AsyncIterator[FormData]:
    """The form, where all of it stays under the limit."""
    declared = request.headers.get("content-length", "")
    if not declared.isdecimal():
        raise RefusedError(411, "the form has no stated size", "send a Content-Length")
    if int(declared) > most + _SLACK:
        raise RefusedError(413, f"the files are larger than {most >> 20} MB", "use the command line for larger ones")
    async with request.form(max_files=4, max_fields=200, max_part_size=most) as form:
        yield form


async def read_upload(request: Request, field: str, most: int) -> tuple[str, bytes]:
    """Name and content of the file in this field of the form."""
    async with uploaded_files(request, most) as form:
        file = form.get(field)
        if not isinstance(file, UploadFile) or not file.filename:
            raise RefusedError(422, "no file was chosen", "choose one and send the form again")
        return file.filename, await file.read()
