"""Virus Roll & Write, a dice game with score sheets for two to four."""
