"""How well methods segment and parse queries: on a treebank, on keyword queries with commas, on queries made from known trees."""
