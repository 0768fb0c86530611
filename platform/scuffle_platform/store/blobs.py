"""Bytes under their hash."""

from hashlib import sha256

from sqlalchemy.orm import Session

from scuffle_platform.store.models import Blob


def put(session: Session, data: bytes) -> str:
    """Keep ``data``, once; returns its SHA-256 in hex."""
    digest = sha256(data).hexdigest()
    if session.get(Blob, digest) is None:
        session.add(Blob(hash=digest, data=data, size=len(data)))
        session.flush()
    return digest


def get(session: Session, digest: str) -> bytes:
    """The bytes named by ``digest``.

    Raises:
        KeyError: they are not here.
    """
    blob = session.get(Blob, digest)
    if blob is None:
        raise KeyError(digest)
    return blob.data
