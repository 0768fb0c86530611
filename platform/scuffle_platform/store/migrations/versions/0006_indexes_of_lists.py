"""Indexes for lists of matches by state, kind and verdict."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_matches_status", "matches")
    op.create_index("ix_matches_status_created", "matches", ["status", "created"])
    op.create_index("ix_matches_kind_created", "matches", ["kind", "created"])
    op.create_index("ix_seats_verdict_match", "seats", ["verdict", "match_id"])
