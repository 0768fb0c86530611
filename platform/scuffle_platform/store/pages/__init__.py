"""What the site's pages read, by noun. Nothing here writes."""
