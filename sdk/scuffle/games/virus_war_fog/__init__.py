"""Virus War: Fog."""
