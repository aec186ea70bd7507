"""A campaign to keep: one of its forms as a file, for the API and for the button on the dashboard alike."""

from __future__ import annotations

import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

from starlette.responses import Response

from caesura.campaign import FORMS, Campaign, Store, write_export
from caesura.campaign.managing import ENDINGS
from caesura.foundation import unknown
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Form

_ZIP = "application/zip"
_TYPES = {"jsonl": "application/x-ndjson", "labels": "text/csv", "answers": "text/csv", "report": "application/json"} | {
    "decisions": "text/csv",
    "machines": "text/csv",
    "inferred": "text/csv",
    "payments": "text/csv",
    "prolific-bonuses": "text/csv",
    "prolific-approvals": "text/plain",
    "turk-approvals": "text/csv",
    "training": "application/x-ndjson",
    "trust-scores": "text/tab-separated-values",
    "comments": "text/csv",
    "label-studio": "application/json",
    "conllu": "text/plain",
    "treebank": "text/plain",
}

#: What the description of the API says about an export.
EXPORTED_FILE = Form(tuple(sorted({*_TYPES.values(), _ZIP})), "The file")


def export_response(store: Store, campaign: Campaign, form: str) -> Response:
    """The campaign in this form, as a download; a folder comes as a zip file."""
    if form not in FORMS:
        error = unknown("form", form, FORMS)
        raise RefusedError(404, error.problem, error.cure)
    # Not by its own name: that may hold anything, a file name and a header may not.
    name = f"campaign-{campaign.key}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}{ENDINGS[form]}")
        write_export(store, campaign, path, form)
        is_folder = path.is_dir()
        content = _zipped(path) if is_folder else path.read_bytes()
    headers = {
        "Content-Disposition": f'attachment; filename="{name}{".zip" if is_folder else ENDINGS[form]}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, headers=headers, media_type=_TYPES.get(form, _ZIP))


def _zipped(folder: Path) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder.parent))
    return packed.getvalue()
