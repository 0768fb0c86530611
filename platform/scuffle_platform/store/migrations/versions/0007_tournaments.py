"""Tournaments, and ladders that begin with the last ratings of another."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Without a foreign key: SQLite cannot add one to a table that is there already.
    op.add_column("ladders", sa.Column("carries_id", sa.String(length=12), nullable=True))
    _tournaments()
    _entries()
    _meetings()


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sets", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=True),
        sa.Column("ladder_id", sa.String(length=12), nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("entry_until", sa.DateTime(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_tournaments_account_id")
        ),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_tournaments_ladder_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    for column in ("account_id", "created", "game", "ladder_id", "status"):
        op.create_index(op.f(f"ix_tournaments_{column}"), "tournaments", [column])


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("tournament_id", sa.String(length=12), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("version_id", sa.String(length=12), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("joined", sa.DateTime(), nullable=False),
        sa.Column("left", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_entries_tournament_id")
        ),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_entries_bot_id")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_entries_account_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name=op.f("fk_entries_version_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "bot_id", name=op.f("pk_entries")),
    )
    op.create_index(op.f("ix_entries_bot_id"), "entries", ["bot_id"])
    op.create_index(
        "ix_entries_tournament_account", "entries", ["tournament_id", "account_id"], unique=True
    )


def _meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("tournament_id", sa.String(length=12), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("members", sa.JSON(), nullable=False),
        sa.Column("seated", sa.JSON(), nullable=False),
        sa.Column("ahead", sa.JSON(), nullable=False),
        sa.Column("firsts", sa.JSON(), nullable=False),
        sa.Column("ordered", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(16), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_meetings_tournament_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name=op.f("pk_meetings")),
    )
