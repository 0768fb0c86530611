"""Everything on one machine: starts the parts, keeps them up, stops them in reverse order."""
