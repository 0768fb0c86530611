"""How much an upload may hold."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DoorLimits:
    """Limits of one archive; MB are 1024 * 1024 bytes."""

    packed_mb: int = 20
    unpacked_mb: int = 100
    files: int = 2000


UPLOAD = DoorLimits()
"""What a person may upload."""

ARTEFACT = DoorLimits(packed_mb=220, unpacked_mb=200, files=20_000)
"""What a build may leave, as an uncompressed tar."""

NOTE_LENGTH = 500
"""The most characters of an owner's note on a version."""
