"""What the Practice page runs Python with: which files, where they lie, how they are fetched."""
