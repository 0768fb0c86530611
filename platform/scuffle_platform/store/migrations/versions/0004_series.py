"""Series, and the sets that belong to something."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sets", sa.Column("contest_id", sa.String(length=12), nullable=True))
    op.create_index(
        "ix_sets_contest_pairing_number",
        "sets",
        ["contest_id", "pairing", "number"],
        unique=True,
    )
    _series()


def _series() -> None:
    op.create_table(
        "series",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("new_version_id", sa.String(length=12), nullable=False),
        sa.Column("old_version_id", sa.String(length=12), nullable=False),
        sa.Column("field", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("answer", sa.String(16), nullable=True),
        sa.Column("gains", sa.JSON(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("gain", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.Column("deadline", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_series_account_id")),
        sa.ForeignKeyConstraint(
            ["new_version_id"], ["versions.id"], name=op.f("fk_series_new_version_id")
        ),
        sa.ForeignKeyConstraint(
            ["old_version_id"], ["versions.id"], name=op.f("fk_series_old_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_index(op.f("ix_series_account_id"), "series", ["account_id"])
    op.create_index(op.f("ix_series_created"), "series", ["created"])
    op.create_index(op.f("ix_series_status"), "series", ["status"])
