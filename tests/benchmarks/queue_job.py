"""What RQ is measured with: a job that does nothing."""


def nothing() -> None:
    """Do nothing."""
