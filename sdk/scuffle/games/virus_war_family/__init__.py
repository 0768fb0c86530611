"""What the Virus War games share: one engine, its models, notation and renderers."""
