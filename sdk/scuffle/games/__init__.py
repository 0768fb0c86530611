"""The games: one folder each, found by folder name (``virus_war_fog`` is ``virus-war-fog``)."""
