"""Leagues, their members, and which matches are a league's."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Without a foreign key: SQLite cannot add one to a table that is there already.
    op.add_column("matches", sa.Column("league_id", sa.String(length=12), nullable=True))
    op.create_index(op.f("ix_audit_subject"), "audit", ["subject"])
    _leagues()
    _members()


def _leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("code_made", sa.DateTime(), nullable=False),
        sa.Column("replays", sa.String(16), nullable=False),
        sa.Column("final_id", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_leagues_account_id")
        ),
        sa.ForeignKeyConstraint(["final_id"], ["tournaments.id"], name=op.f("fk_leagues_final_id")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_leagues_ladder_id")),
        sa.PrimaryKeyConstraint("ladder_id", name=op.f("pk_leagues")),
        sa.UniqueConstraint("code", name=op.f("uq_leagues_code")),
    )
    op.create_index(op.f("ix_leagues_account_id"), "leagues", ["account_id"])


def _members() -> None:
    op.create_table(
        "members",
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("joined", sa.DateTime(), nullable=False),
        sa.Column("left", sa.DateTime(), nullable=True),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_members_account_id")
        ),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["leagues.ladder_id"], name=op.f("fk_members_ladder_id")
        ),
        sa.PrimaryKeyConstraint("ladder_id", "account_id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_account_id"), "members", ["account_id"])
