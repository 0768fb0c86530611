"""What a copy of the database fails with."""


class BackupFailed(Exception):
    """A copy could not be made or put back; one sentence for the operator."""
