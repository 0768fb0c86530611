"""Versions that their owners made public, announcements, and the indexes of what is new."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("versions", sa.Column("published", sa.DateTime(), nullable=True))
    op.create_index(op.f("ix_versions_published"), "versions", ["published"])
    op.create_index(op.f("ix_versions_decided"), "versions", ["decided"])
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=True),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_announcements_account_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index(op.f("ix_announcements_created"), "announcements", ["created"])
