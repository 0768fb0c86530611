"""Matches that are played on from a step of another one."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("origin_id", sa.String(length=12), nullable=True))
    op.add_column("matches", sa.Column("origin_step", sa.Integer(), nullable=True))
