"""A task as one HTML file for platforms that fill `${variables}`: everything inside, nothing from the network."""

from __future__ import annotations

from importlib.resources import files

from caesura.campaign.answer_drawing import pieces, pills
from caesura.campaign.instructions import instructions_html
from caesura.campaign.language_files import languages, texts_in
from caesura.campaign.platforms.cells import VARIABLE
from caesura.campaign.platforms.marking import task_for_platforms
from caesura.foundation import InputError, embedded_json, extra, one_of, template_environment

_SCRIPTS = (("caesura.campaign.tasks", "annotate.js"), ("caesura.campaign.platforms", "template.js"))
_STYLES = (
    ("caesura.foundation.page", "page.css"),
    ("caesura.foundation.page", "controls.css"),
    ("caesura.campaign.tasks", "annotate.css"),
)


def task_template(task: str, *, title: str = "Search queries", instructions: str = "", language: str = "en") -> str:
    """The template. The platform puts it inside a form of its own; it has a button to send, as Turkle expects."""
    with extra("campaign"):
        import jinja2
        from markupsafe import Markup

    kind = task_for_platforms(task)
    if "${" in title + instructions:
        raise InputError("the title or the instructions name a ${variable}", cure="leave it out: the batch would not fill it")
    environment = template_environment(
        jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("caesura.campaign", "platforms"),
                jinja2.PackageLoader("caesura.campaign", "tasks"),
                jinja2.PackageLoader("caesura.foundation.page", ""),
            ]
        )
    )
    texts = texts_in(one_of("language", language, languages()))
    environment.globals.update(markdown=instructions_html, pieces=pieces, pills=pills)
    return environment.get_template("template.html").render(
        task=kind.name,
        title=title,
        instructions=instructions_html(instructions),
        language=language,
        texts=texts,
        script_texts=Markup(embedded_json(texts["script"] | texts["page"])),  # noqa: S704 - our own texts
        variable=f"${{{VARIABLE}}}",
        styles=[Markup(_shipped(*name)) for name in _STYLES],  # noqa: S704 - our own files
        scripts=[Markup(_shipped(*name)) for name in _SCRIPTS],  # noqa: S704 - our own files
    )


def _shipped(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
