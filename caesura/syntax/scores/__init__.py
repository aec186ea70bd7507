"""How right forests are: attachment scores, segment F1, subsets, the paper's tables, and profiles of queries."""
