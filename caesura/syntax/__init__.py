"""The room of syntax: tags and trees for queries with question intent, cues, projection, scores of forests."""
