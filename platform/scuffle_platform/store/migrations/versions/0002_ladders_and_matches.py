"""Ladders, sets, matches, attempts, replays and logs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _ladders()
    _entrants()
    _sets()
    _matches()
    _seats()
    _attempts()
    _replays()
    _logs()


def _ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("formats", sa.JSON(), nullable=False),
        sa.Column("opens", sa.DateTime(), nullable=False),
        sa.Column("closes", sa.DateTime(), nullable=True),
        sa.Column("archived", sa.DateTime(), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("stale", sa.Integer(), nullable=False),
        sa.Column("fitted", sa.Integer(), nullable=False),
        sa.Column("roster", sa.String(length=64), nullable=False),
        sa.Column("sets_made", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladders")),
    )
    op.create_index(op.f("ix_ladders_game"), "ladders", ["game"])


def _entrants() -> None:
    op.create_table(
        "entrants",
        sa.Column("ladder_id", sa.String(length=12), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=False),
        sa.Column("joined", sa.DateTime(), nullable=False),
        sa.Column("left", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_entrants_bot_id")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_entrants_ladder_id")),
        sa.PrimaryKeyConstraint("ladder_id", "bot_id", name=op.f("pk_entrants")),
    )
    op.create_index(op.f("ix_entrants_bot_id"), "entrants", ["bot_id"])


def _sets() -> None:
    op.create_table(
        "sets",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("ladder_id", sa.String(length=12), nullable=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("pairing", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("asked_by", sa.String(length=12), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["asked_by"], ["accounts.id"], name=op.f("fk_sets_asked_by")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_sets_ladder_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sets")),
    )
    op.create_index("ix_sets_ladder_pairing", "sets", ["ladder_id", "pairing"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("set_id", sa.String(length=12), nullable=True),
        sa.Column("ladder_id", sa.String(length=12), nullable=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("format_key", sa.String(length=200), nullable=False),
        sa.Column("num_players", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("asked_by", sa.String(length=12), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("deadline", sa.DateTime(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("engine", sa.String(length=64), nullable=False),
        sa.Column("actions_hash", sa.String(length=64), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("fit_id", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(["asked_by"], ["accounts.id"], name=op.f("fk_matches_asked_by")),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], name=op.f("fk_matches_ladder_id")),
        sa.ForeignKeyConstraint(["set_id"], ["sets.id"], name=op.f("fk_matches_set_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_asked_by"), "matches", ["asked_by"])
    op.create_index(op.f("ix_matches_created"), "matches", ["created"])
    op.create_index(op.f("ix_matches_finished"), "matches", ["finished"])
    op.create_index("ix_matches_game_created", "matches", ["game", "created"])
    op.create_index("ix_matches_ladder_status", "matches", ["ladder_id", "status"])
    op.create_index(op.f("ix_matches_set_id"), "matches", ["set_id"])
    op.create_index(op.f("ix_matches_status"), "matches", ["status"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(length=12), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=True),
        sa.Column("version_id", sa.String(length=12), nullable=True),
        sa.Column("account_id", sa.String(length=12), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("verdict", sa.String(16), nullable=True),
        sa.Column("verdict_step", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("exit_code", sa.Integer(), nullable=True),
        sa.Column("signal", sa.String(length=16), nullable=True),
        sa.Column("cpu_ms", sa.Double(), nullable=False),
        sa.Column("change", sa.Double(), nullable=True),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_seats_account_id")),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_seats_bot_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id")),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name=op.f("fk_seats_version_id")),
        sa.PrimaryKeyConstraint("match_id", "player", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_bot_match", "seats", ["bot_id", "match_id"])
    op.create_index(op.f("ix_seats_version_id"), "seats", ["version_id"])


def _attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("match_id", sa.String(length=12), nullable=True),
        sa.Column("version_id", sa.String(length=12), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("job_id", sa.String(length=64), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.Column("lease", sa.DateTime(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("fault", sa.String(16), nullable=False),
        sa.Column("backend", sa.String(length=64), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("partial", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_attempts_match_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name=op.f("fk_attempts_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("job_id", name=op.f("uq_attempts_job_id")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_attempts_match_id_number")),
        sa.UniqueConstraint("version_id", "number", name=op.f("uq_attempts_version_id_number")),
    )
    op.create_index(op.f("ix_attempts_status"), "attempts", ["status"])


def _replays() -> None:
    op.create_table(
        "replays",
        sa.Column("match_id", sa.String(length=12), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_replays_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_replays")),
    )
    op.create_index(op.f("ix_replays_created"), "replays", ["created"])


def _logs() -> None:
    op.create_table(
        "logs",
        sa.Column("match_id", sa.String(length=12), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_logs_bot_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_logs_match_id")),
        sa.PrimaryKeyConstraint("match_id", "player", name=op.f("pk_logs")),
    )
    op.create_index(op.f("ix_logs_bot_id"), "logs", ["bot_id"])
    op.create_index(op.f("ix_logs_created"), "logs", ["created"])
