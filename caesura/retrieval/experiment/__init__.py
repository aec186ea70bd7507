"""The experiment whether phrases help: queries with judgements in, a table like Lioma et al.'s table 4 out."""
