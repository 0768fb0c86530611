"""Virus War: Five Steps."""
