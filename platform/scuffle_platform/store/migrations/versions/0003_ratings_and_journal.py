"""Ratings, and what the operator reads."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _fits()
    _ratings()
    _rating_points()
    _audit()
    _alerts()
    _workers()
    _idempotency_keys()


def _fits() -> None:
    op.create_table(
        "fits",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("biases", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_fits_ladder_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fits")),
    )
    op.create_index("ix_fits_ladder_number", "fits", ["ladder_id", "number"], unique=True)


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("version_id", sa.String(length=12), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=False),
        sa.Column("fit_id", sa.String(length=12), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("plus_minus", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_ratings_bot_id")),
        sa.ForeignKeyConstraint(["fit_id"], ["fits.id"], name=op.f("fk_ratings_fit_id")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_ratings_ladder_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name=op.f("fk_ratings_version_id")
        ),
        sa.PrimaryKeyConstraint("ladder_id", "version_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_bot_id"), "ratings", ["bot_id"])
    op.create_index("ix_ratings_ladder_rank", "ratings", ["ladder_id", "rank"])
    op.create_index(op.f("ix_ratings_version_id"), "ratings", ["version_id"])


def _rating_points() -> None:
    op.create_table(
        "rating_points",
        sa.Column("fit_id", sa.String(length=12), nullable=False),
        sa.Column("version_id", sa.String(length=12), nullable=False),
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("plus_minus", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_rating_points_bot_id")),
        sa.ForeignKeyConstraint(["fit_id"], ["fits.id"], name=op.f("fk_rating_points_fit_id")),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_rating_points_ladder_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name=op.f("fk_rating_points_version_id")
        ),
        sa.PrimaryKeyConstraint("fit_id", "version_id", name=op.f("pk_rating_points")),
    )
    op.create_index("ix_rating_points_bot_at", "rating_points", ["bot_id", "at"])
    op.create_index(op.f("ix_rating_points_ladder_id"), "rating_points", ["ladder_id"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=True),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_audit_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_at"), "audit", ["at"])


def _alerts() -> None:
    op.create_table(
        "alerts",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("resolved", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alerts")),
    )
    op.create_index(op.f("ix_alerts_kind"), "alerts", ["kind"])
    op.create_index(op.f("ix_alerts_subject"), "alerts", ["subject"])


def _workers() -> None:
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("host", sa.String(length=200), nullable=False),
        sa.Column("queues", sa.JSON(), nullable=False),
        sa.Column("backend", sa.String(length=64), nullable=False),
        sa.Column("layer", sa.String(length=64), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("toolchains", sa.JSON(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("job", sa.String(length=64), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )


def _idempotency_keys() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_idempotency_keys_account_id")
        ),
        sa.PrimaryKeyConstraint("account_id", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index(op.f("ix_idempotency_keys_created"), "idempotency_keys", ["created"])
