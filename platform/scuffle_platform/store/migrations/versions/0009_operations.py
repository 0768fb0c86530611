"""Workers out of work, pauses, results that were taken back, alerts that were told."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("since", "drained", "quarantined"):
        op.add_column("workers", sa.Column(name, sa.DateTime(), nullable=True))
    op.add_column("workers", sa.Column("why", sa.Text(), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("voided", sa.DateTime(), nullable=True))
    for name in ("replaced_by_id", "replaces_id"):
        op.add_column("matches", sa.Column(name, sa.String(length=12), nullable=True))
    op.add_column("alerts", sa.Column("told", sa.DateTime(), nullable=True))
    op.create_table(
        "pauses",
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_pauses")),
    )
