"""Do annotators agree about the queries, or do they all cut them in half?

`measure_agreement(corpus)` gives Krippendorff's alpha and S (Ramanath et al. 2013) for flat and nested segmentations with
intervals over queries; alpha between two groups, by length and without each annotator, the kappas, percentages and boundary
similarity people also report; and the report of shared habits next to what chance would do. `alpha_exactly` is the plain
reference path for any distance; the fast path equals it to the last digit.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.agreement.agreement import Agreement as Agreement
    from caesura.agreement.agreement import by_length as by_length
    from caesura.agreement.agreement import measure_agreement as measure_agreement
    from caesura.agreement.agreement import other_coefficients as other_coefficients
    from caesura.agreement.alternative import CROWD_EPSILON as CROWD_EPSILON
    from caesura.agreement.alternative import EXPERT_EPSILON as EXPERT_EPSILON
    from caesura.agreement.alternative import Answered as Answered
    from caesura.agreement.alternative import alternative_annotator_test as alternative_annotator_test
    from caesura.agreement.alternative_corpus import replacement_test as replacement_test
    from caesura.agreement.annotators import contributions as contributions
    from caesura.agreement.annotators import pairwise_kappa as pairwise_kappa
    from caesura.agreement.beyond_chance import chance_agreement as chance_agreement
    from caesura.agreement.bias.heights import expected_height as expected_height
    from caesura.agreement.bias.page import bias_page as bias_page
    from caesura.agreement.bias.page import write_bias_page as write_bias_page
    from caesura.agreement.bias.report import bias_report as bias_report
    from caesura.agreement.chance import DRAWS as DRAWS
    from caesura.agreement.chance import EXACT_WORDS as EXACT_WORDS
    from caesura.agreement.chance import Chance as Chance
    from caesura.agreement.exact import alpha_exactly as alpha_exactly
    from caesura.agreement.exact import metric as metric
    from caesura.agreement.fournier import boundary_similarity as boundary_similarity
    from caesura.agreement.fournier import mean_boundary_similarity as mean_boundary_similarity
    from caesura.agreement.items import AnnotatedQuery as AnnotatedQuery
    from caesura.agreement.items import Distance as Distance
    from caesura.agreement.items import Kind as Kind
    from caesura.agreement.items import items_of as items_of
    from caesura.agreement.items import kind_of as kind_of
    from caesura.agreement.items import pairable as pairable
    from caesura.agreement.kappa import cohen_kappa as cohen_kappa
    from caesura.agreement.kinds import agreement_by_kind as agreement_by_kind
    from caesura.agreement.krippendorff import alpha as alpha
    from caesura.agreement.popular import mean_popularity as mean_popularity
    from caesura.agreement.popular import most_popular as most_popular
    from caesura.agreement.popular import popular_options as popular_options
    from caesura.agreement.popular import trust_by_length as trust_by_length
    from caesura.agreement.simulation import ANNOTATORS as ANNOTATORS
    from caesura.agreement.simulation import simulated_corpus as simulated_corpus
    from caesura.agreement.values import alpha_of_values as alpha_of_values
    from caesura.agreement.values import interval as interval
    from caesura.agreement.values import nominal as nominal

__getattr__, __dir__, __all__ = lazy_door(__name__)
