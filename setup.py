"""The compiled parts. Each has a plain-Python twin, so an install without a compiler still works (`caesura doctor` tells)."""

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    cythonize = None

#: Modules to compile: name and source.
COMPILED = {
    "caesura.lexicon._table": "caesura/lexicon/_table.pyx",
    "caesura.lexicon._build": "caesura/lexicon/_build.pyx",
    "caesura.retrieval._inversion": "caesura/retrieval/_inversion.pyx",
    "caesura.retrieval._numbering": "caesura/retrieval/_numbering.pyx",
    "caesura.retrieval._windows": "caesura/retrieval/_windows.pyx",
    "caesura.segmenters._kernel": "caesura/segmenters/_kernel.pyx",
    "caesura.segmenters._learned": "caesura/segmenters/_learned.pyx",
    "caesura.segmenters._network": "caesura/segmenters/_network.pyx",
    "caesura.segmenters._printing": "caesura/segmenters/_printing.pyx",
    "caesura.segmenters._tagger": "caesura/segmenters/_tagger.pyx",
    "caesura.segmenters._vectors": "caesura/segmenters/_vectors.pyx",
    "caesura.syntax.parsing._beam": "caesura/syntax/parsing/_beam.pyx",
    "caesura.syntax.parsing._learn": "caesura/syntax/parsing/_learn.pyx",
}


def extensions() -> list[Extension]:
    if cythonize is None:
        return []
    named = [Extension(name, [source], extra_compile_args=["-O3", "-ffp-contract=off"]) for name, source in COMPILED.items()]
    modules: list[Extension] = cythonize(named, compiler_directives={"language_level": "3"})
    for module in modules:
        module.optional = True  # said here, because Cython makes modules of its own that do not remember it
    return modules


setup(ext_modules=extensions())
