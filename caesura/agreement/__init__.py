"""Do annotators agree about the queries, or do they all cut them in half?

`measure_agreement(corpus)` gives Krippendorff's alpha and S (Ramanath et al. 2013) for flat and nested segmentations with
intervals over queries; alpha between two groups, by length and without each annotator, the kappas, percentages and boundary
similarity people also report; and the report of shared habits next to what chance would do. `alpha_exactly` is the plain
reference path for any distance; the fast path equals it to the last digit.
"""

from caesura.agreement.agreement import Agreement, agreement_between, by_length, measure_agreement, other_coefficients
from caesura.agreement.alpha import alpha, alpha_same_length, between
from caesura.agreement.annotators import Contribution, contributions, pairwise_kappa
from caesura.agreement.bias.heights import expected_height
from caesura.agreement.bias.page import bias_page, write_bias_page
from caesura.agreement.bias.report import BiasReport, bias_report
from caesura.agreement.bias.tally import Finding
from caesura.agreement.boundary_similarity import boundary_similarity, mean_boundary_similarity
from caesura.agreement.chance import EXACT_WORDS, Chance
from caesura.agreement.chance_agreement import ChanceAgreement, chance_agreement, s_by_chance
from caesura.agreement.exactly import Metric, alpha_exactly, between_exactly, chance_agreement_exactly, metric
from caesura.agreement.items import Distance, Item, Kind, items_of, kind_of, pairable
from caesura.agreement.kappa import break_kappa, cohen_kappa, fleiss_kappa
from caesura.agreement.percentage import same_break, same_segmentation
from caesura.agreement.popular import Popularity, mean_popularity, popular_options
from caesura.agreement.simulation import ANNOTATORS, Annotator, simulated_corpus
from caesura.agreement.values import alpha_of_counts, alpha_of_values, interval, nominal

__all__ = [
    "ANNOTATORS",
    "EXACT_WORDS",
    "Agreement",
    "Annotator",
    "BiasReport",
    "Chance",
    "ChanceAgreement",
    "Contribution",
    "Distance",
    "Finding",
    "Item",
    "Kind",
    "Metric",
    "Popularity",
    "agreement_between",
    "alpha",
    "alpha_exactly",
    "alpha_of_counts",
    "alpha_of_values",
    "alpha_same_length",
    "between",
    "between_exactly",
    "bias_page",
    "bias_report",
    "boundary_similarity",
    "break_kappa",
    "by_length",
    "chance_agreement",
    "chance_agreement_exactly",
    "cohen_kappa",
    "contributions",
    "expected_height",
    "fleiss_kappa",
    "interval",
    "items_of",
    "kind_of",
    "mean_boundary_similarity",
    "mean_popularity",
    "measure_agreement",
    "metric",
    "nominal",
    "other_coefficients",
    "pairable",
    "pairwise_kappa",
    "popular_options",
    "s_by_chance",
    "same_break",
    "same_segmentation",
    "simulated_corpus",
    "write_bias_page",
]
