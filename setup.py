"""The compiled parts. Each has a plain-Python twin, so an install where they cannot be compiled still works, and says so once."""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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
    "caesura.segmenters.kernel._batch": "caesura/segmenters/kernel/_batch.pyx",
    "caesura.segmenters.kernel._classic": "caesura/segmenters/kernel/_classic.pyx",
    "caesura.segmenters.kernel._hybrid": "caesura/segmenters/kernel/_hybrid.pyx",
    "caesura.segmenters.kernel._learned": "caesura/segmenters/kernel/_learned.pyx",
    "caesura.segmenters.kernel._network": "caesura/segmenters/kernel/_network.pyx",
    "caesura.segmenters.kernel._scored": "caesura/segmenters/kernel/_scored.pyx",
    "caesura.segmenters.kernel._vectors": "caesura/segmenters/kernel/_vectors.pyx",
    "caesura.syntax.parsing._beam": "caesura/syntax/parsing/_beam.pyx",
    "caesura.syntax.parsing._learn": "caesura/syntax/parsing/_learn.pyx",
    "caesura.tagging._perceptron": "caesura/tagging/_perceptron.pyx",
}
#: What typed memoryviews need: written by Cython and compiled once, in place of a copy in every kernel that has one.
SHARED = "caesura.foundation._memoryviews"
# Debug information doubles what compiling costs, and nobody steps through generated C.
FLAGS = ["-O3", "-g0", "-ffp-contract=off"]
# Names that only a debugger asks for.
LINKING = ["-Wl,-s"] if sys.platform == "linux" else []
PACKAGE = Path(__file__).parent / "caesura"
COMPILED_FROM = PACKAGE / "foundation" / "kernels.sha256"
SOURCE_CHECKSUMS = runpy.run_path(str(PACKAGE / "foundation" / "compiled.py"))["source_checksums"]


class BuildKernels(build_ext):
    """Compiles all kernels or none: where one cannot be had, the plain path is installed, with one warning."""

    def build_extensions(self):
        reason = self.refusal()
        if reason is None:
            try:
                super().build_extensions()
                return
            except Exception as error:  # whatever a compiler or a linker can end in
                if os.environ.get("CAESURA_KERNELS") == "required":
                    raise
                reason = f"{type(error).__name__}: {error}"
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions.clear()
        self.warn(f"the kernels were not compiled ({' '.join(reason.split())}); the plain path runs: slower, same results")

    def copy_extensions_to_source(self):
        """In a checkout: kernels beside their sources, and what these were, so that stale kernels are known when sources change."""
        super().copy_extensions_to_source()
        COMPILED_FROM.unlink(missing_ok=True)
        if self.extensions:
            COMPILED_FROM.write_text("".join(SOURCE_CHECKSUMS(PACKAGE)), encoding="utf-8", newline="\n")

    def refusal(self):
        """Why there is no use in trying, or None."""
        if self.compiler.compiler_type == "msvc":
            return "they need GCC or Clang: 128-bit numbers and vectors by their names there"
        return None


def extensions():
    if cythonize is None:
        return []
    named = [Extension(name, [source], extra_compile_args=FLAGS, extra_link_args=LINKING) for name, source in COMPILED.items()]
    shared = Extension(SHARED, [f"{SHARED.replace('.', '/')}.c"], extra_compile_args=FLAGS, extra_link_args=LINKING)
    return cythonize([*named, shared], compiler_directives={"language_level": "3"}, shared_utility_qualified_name=SHARED)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
