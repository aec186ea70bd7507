"""The configurations that a process serves, and how they are replaced while it does.

A reload reads everything again and only then puts it in place of the old, in one assignment: a request is answered by the one or
the other, and none is lost. Processes of one server share a folder (`control`) that says which generation is the newest, and which
each process serves. A thread in each process looks there, and at the files of overrides, four times a second.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from caesura.foundation import InputError, unknown, written
from caesura.segmenters import read_overrides
from caesura.studio.configuration import read_again
from caesura.studio.events import report
from caesura.studio.generations import claim, give_up, newest, publish
from caesura.studio.service import Service
from caesura.studio.settings import ONLY, Deployment, Settings

_LOOK_EVERY = 0.25


@dataclass(frozen=True)
class Generation:
    """What is served from one reload to the next."""

    number: int
    deployment: Deployment
    services: Mapping[str, Service]
    overrides: Mapping[str, int]  # when each file of overrides was changed last


class Configurations:
    """The services by name; `reload()` replaces them all."""

    def __init__(self, settings: Settings | Deployment, service: Service | None = None) -> None:
        deployment = settings if isinstance(settings, Deployment) else Deployment({ONLY: settings})
        self._lock = threading.Lock()
        self.on_reload: Callable[[bool], None] = lambda _done: None
        number = newest(deployment.control)  # before anything is read: what is published meanwhile is loaded by the next look
        self.current = _loaded(read_again(deployment), number, service)
        self._report()

    def service(self, name: str | None = None) -> Service:
        """The service of a request."""
        generation = self.current
        service = generation.services.get(name or generation.deployment.default)
        if service is None:
            raise unknown("configuration", name, generation.services)
        return service

    @property
    def deployment(self) -> Deployment:
        return self.current.deployment

    def reload(self, number: int | None = None) -> Generation:
        """Read everything again; an error leaves what is served as it was. Without a number it is news for all processes."""
        with self._lock:
            known = self.current
            if number is not None and number <= known.number:
                return known
            control = known.deployment.control if number is None else None
            # Claimed before anything is read: whatever is asked from now on has a higher number.
            wanted = number or (known.number + 1 if control is None else claim(control))
            try:
                self.current = _loaded(read_again(known.deployment), wanted)
            except InputError as error:
                if control is not None:
                    give_up(control, wanted)
                report("reload failed", error=str(error))
                self.on_reload(False)
                raise
            if control is not None:
                publish(control, wanted)
            self._report()
            report("reloaded", generation=wanted)
            self.on_reload(True)
            return self.current

    def serving(self) -> dict[int, int]:
        """The processes of this server that live, each with the generation it serves."""
        if self.deployment.control is None:
            return {os.getpid(): self.current.number}
        generations = {}
        for file in Path(self.deployment.control).glob("worker-*"):
            pid = int(file.name.removeprefix("worker-"))
            try:
                if os.name == "posix":
                    os.kill(pid, 0)
                generations[pid] = int(file.read_text())
            except (OSError, ValueError):
                continue
        return generations

    def all_serve(self, number: int, patience: float) -> bool:
        """Whether every process comes to serve this generation (or a later one) in this many seconds."""
        deadline = time.monotonic() + patience
        while not all(serving >= number for serving in self.serving().values()):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def watch(self) -> None:
        """Follow what other processes and editors of overrides do, until the process ends."""
        threading.Thread(target=self._look_again_and_again, daemon=True, name="caesura-watch").start()

    def look(self) -> None:
        """One look: a newer generation is loaded, changed overrides are read."""
        published = newest(self.deployment.control)
        if published > self.current.number:
            try:
                self.reload(published)
            except InputError:
                # Reported already. It is not tried again and again: the next generation may be better.
                self.current = replace(self.current, number=published)
        for file, changed in _changes(self.deployment).items():
            if self.current.overrides.get(file) != changed:
                self._read_overrides(file, changed)

    def _read_overrides(self, file: str, changed: int) -> None:
        self.current = replace(self.current, overrides={**self.current.overrides, file: changed})
        try:
            overrides = read_overrides(file)
        except InputError as error:
            report("overrides not read", error=str(error))
            return
        for service in self.current.services.values():
            if service.settings.overrides == file:
                service.override(overrides)
        report("overrides read", file=file, always=len(overrides.always), never=len(overrides.never))

    def _look_again_and_again(self) -> None:
        while True:
            time.sleep(_LOOK_EVERY)
            try:
                self.look()
            except Exception as error:  # the thread must go on, whatever happens to a file
                report("watching failed", error=f"{type(error).__name__}: {error}")

    def _report(self) -> None:
        if self.deployment.control is not None:
            _write(Path(self.deployment.control) / f"worker-{os.getpid()}", self.current.number)


def _loaded(deployment: Deployment, number: int, service: Service | None = None) -> Generation:
    changed = _changes(deployment)  # before they are read: a change in between is seen by the next look
    services = {name: service or Service(settings) for name, settings in deployment.configurations.items()}
    return Generation(number, deployment, services, changed)


def _changes(deployment: Deployment) -> dict[str, int]:
    """When each file of overrides was changed last; one that is gone stays as it was read."""
    times = {}
    for settings in deployment.configurations.values():
        if settings.overrides is not None:
            try:
                times[settings.overrides] = Path(settings.overrides).stat().st_mtime_ns
            except OSError:
                continue
    return times


def _write(path: Path, number: int) -> None:
    with written(path) as out:
        out.write(str(number))
