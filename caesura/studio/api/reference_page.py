"""The page at /docs: the API from its own OpenAPI description, in one file that loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caesura.foundation import Page, Section, html_table


def reference_page(description: Mapping[str, Any]) -> Page:
    """One section for each address and method."""
    sections = [
        _section(f"{method.upper()} {path}", operation)
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]
    lead = f"{description['info']['summary']}. The same for programs: /openapi.json."
    return Page("Caesura: the HTTP API", lead, sections, footer=f"caesura {description['info']['version']}")


def _section(title: str, operation: Mapping[str, Any]) -> Section:
    from markupsafe import Markup

    inputs = [_input(parameter["name"], parameter["schema"], "address") for parameter in operation.get("parameters", ())]
    for form, content in operation.get("requestBody", {}).get("content", {}).items():
        schema = content["schema"]
        for name, known in schema.get("properties", {}).items():
            inputs.append(_input(name, known, "body"))
        if "properties" not in schema:
            inputs.append({"name": f"({form})", "in": "body", "default": "", "meaning": "one query per line"})
    answers = [{"status": status, "meaning": known["description"]} for status, known in operation["responses"].items()]
    parts = [html_table(inputs, sortable=False)] if inputs else []
    return Section(title, Markup("").join([*parts, html_table(answers, sortable=False)]), operation.get("description", ""))


def _input(name: str, schema: Mapping[str, Any], place: str) -> dict[str, Any]:
    default = schema.get("default")
    return {
        "name": name,
        "in": place,
        "default": "" if default in (None, []) else str(default),
        "meaning": schema.get("description", ""),
    }
