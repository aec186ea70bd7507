"""The compiled path of the learned segmenter, where it can run: mapped lexicons, our tagger, no tags that come with the query, no
statistics of a log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from caesura.foundation import compiled_twin
from caesura.lexicon import SEED, LexiconLike, default_lexicon
from caesura.segmenters.kernel.available import kernel_can_read, kernel_here
from caesura.segmenters.learned.model import LearnedModel, blank_model
from caesura.segmenters.learned.network import CERTAIN, SCALE, Network
from caesura.segmenters.learned.tag_classes import CLASSES, FUNCTION, tag_class
from caesura.segmenters.learned.vectors import default_vectors
from caesura.tagging import PUNCTUATION, PerceptronTagger, Tagger, default_tagger

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel
    from caesura.segmenters.kernel._network import CompiledNetwork

#: What the kernel has room for.
_MOST_TAGS = 16
_MOST_UNITS = 512


def kernel_can_run(lexicon: LexiconLike, model: LearnedModel, tagger: Tagger | None) -> bool:
    """Whether the kernel was compiled and fits; `tagger` None stands for the default one."""
    return (
        kernel_here()
        and kernel_can_read(lexicon)
        and (tagger is None or (isinstance(tagger, PerceptronTagger) and len(tagger.tags) <= _MOST_TAGS))
        and model.network.fits
        and (model.network.second is None or model.network.hidden <= _MOST_UNITS)
        and not model.network.uses_log
    )


def learned_kernel(lexicon: LexiconLike, model: LearnedModel, tagger: Tagger | None, plain: Callable[[str], int]) -> LearnedKernel:
    """The kernel of one model; `plain` decides what it leaves to Python: text -> break mask."""
    from caesura.segmenters.kernel._learned import LearnedKernel
    from caesura.segmenters.kernel._network import CompiledNetwork
    from caesura.segmenters.kernel._vectors import CompiledVectors
    from caesura.tagging import CompiledTagger

    used = tagger if isinstance(tagger, PerceptronTagger) else default_tagger()
    tags = (*used.tags, PUNCTUATION)  # the tagger's own, and that of a word of marks alone
    asked = [lexicon, default_lexicon()] if model.network.uses_background else [lexicon]
    return LearnedKernel(
        [(getattr(each, "table"), float(each.total)) for each in asked],  # noqa: B009 - `kernel_can_run` has seen that there is one
        CompiledNetwork(model.network, CLASSES),
        CompiledVectors(default_vectors()),
        SEED,
        CompiledTagger(used.tags, used.weights),
        tags,
        [tag_class(tag) for tag in tags],
        [int(tag_class(tag) in FUNCTION) for tag in tags],
        CERTAIN,
        SCALE,
        model.odds_ratio,
        plain,
        None if model.logged_words is None else CompiledVectors(model.logged_words),
    )


def feature_kernel(lexicon: LexiconLike, tagger: Tagger, with_background: bool) -> LearnedKernel | None:
    """A kernel that describes queries for training, None where only plain Python can: its network scores nothing."""
    blank = blank_model(with_background)
    if not kernel_can_run(lexicon, blank, tagger) or (with_background and not kernel_can_read(default_lexicon())):
        return None
    return learned_kernel(lexicon, blank, tagger, lambda _: 0)


def compiled_network(network: Network) -> CompiledNetwork | Network:
    """The network for features that plain Python computes: compiled where that can be, since it is most of the work."""
    twin = compiled_twin("caesura.segmenters.kernel._network")
    return network if twin is None or not network.fits else twin.CompiledNetwork(network, CLASSES)
