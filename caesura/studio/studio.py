"""The studio: the pages for people, with the HTTP API beside them in one application."""

from __future__ import annotations

from pathlib import Path

from caesura.campaign import open_store
from caesura.foundation import InputError
from caesura.studio.api.app import make_app
from caesura.studio.api.campaigns import add_campaigns
from caesura.studio.api.entrance import guard_entrance
from caesura.studio.api.routing import Application
from caesura.studio.pages import add_pages
from caesura.studio.pages.annotating import add_annotating
from caesura.studio.pages.campaigns import add_campaign_pages
from caesura.studio.pages.sign_in_gate import SignInGate
from caesura.studio.service import Service
from caesura.studio.settings import StudioSettings


def make_studio(settings: StudioSettings) -> Application:
    """The application, ready to be served; an error in the settings comes out here."""
    folder = Path(settings.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        problem = f"cannot be the studio's folder ({error.strerror})"
        raise InputError(problem, cure="name another with --folder", file=folder) from None
    service = Service(settings.serving)
    app = make_app(settings.serving, service, entrance=False)
    store = open_store(settings.database or str(folder / "campaigns.db"), propose=service.forest)
    campaigns = add_campaigns(app, store)
    library = add_pages(app, service, settings, campaigns.limiter)
    add_annotating(app, campaigns)

    def keep_corpus(who: str, name: str, content: bytes) -> str:
        return library.add(name, content, who).key

    add_campaign_pages(app, campaigns, settings.code, keep_corpus=keep_corpus, models=folder / "models")
    app.add_middleware(SignInGate, identity=campaigns.identity)
    guard_entrance(app, settings.access)
    return app
