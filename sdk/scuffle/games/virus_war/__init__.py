"""Virus War."""
