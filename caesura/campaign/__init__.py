"""The room of campaigns: tasks for a crowd, the store of their answers, quality control, platforms."""
