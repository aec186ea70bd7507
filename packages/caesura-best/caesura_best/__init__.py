"""Data for the method `best` of Caesura."""
