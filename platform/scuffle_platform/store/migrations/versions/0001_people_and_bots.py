"""Accounts, bots, versions and the bytes of both."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _accounts()
    _sessions()
    _tokens()
    _login_links()
    _invites()
    _blobs()
    _bots()
    _versions()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=64), nullable=False),
        sa.Column("password_hash", sa.String(length=256), nullable=True),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("is_house", sa.Boolean(), nullable=False),
        sa.Column("about", sa.String(length=2000), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("disabled", sa.DateTime(), nullable=True),
        sa.Column("deleted", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("browser", sa.String(length=200), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"])


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("used", sa.DateTime(), nullable=True),
        sa.Column("expires", sa.DateTime(), nullable=True),
        sa.Column("revoked", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_tokens_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index(op.f("ix_tokens_account_id"), "tokens", ["account_id"])


def _login_links() -> None:
    op.create_table(
        "login_links",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("used", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_login_links_account_id")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_login_links")),
    )
    op.create_index(op.f("ix_login_links_account_id"), "login_links", ["account_id"])


def _invites() -> None:
    op.create_table(
        "invites",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("created_by", sa.String(length=12), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.Column("used_by", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"], ["accounts.id"], name=op.f("fk_invites_created_by")
        ),
        sa.ForeignKeyConstraint(["used_by"], ["accounts.id"], name=op.f("fk_invites_used_by")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_invites")),
    )


def _blobs() -> None:
    op.create_table(
        "blobs",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_blobs")),
    )


def _bots() -> None:
    op.create_table(
        "bots",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=64), nullable=False),
        sa.Column("about", sa.String(length=2000), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("active_version_id", sa.String(length=12), nullable=True),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("retired", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_bots_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bots")),
        sa.UniqueConstraint("game", "name_key", name=op.f("uq_bots_game_name_key")),
    )
    op.create_index(op.f("ix_bots_account_id"), "bots", ["account_id"])
    op.create_index(op.f("ix_bots_game"), "bots", ["game"])
    op.create_index(op.f("ix_bots_state"), "bots", ["state"])


def _versions() -> None:
    op.create_table(
        "versions",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("bot_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("decided", sa.DateTime(), nullable=True),
        sa.Column("withdrawn", sa.DateTime(), nullable=True),
        sa.Column("retired", sa.DateTime(), nullable=True),
        sa.Column("upload_name", sa.String(length=255), nullable=False),
        sa.Column("upload_hash", sa.String(length=64), nullable=False),
        sa.Column("source", sa.JSON(), nullable=False),
        sa.Column("source_hash", sa.String(length=64), nullable=False),
        sa.Column("program", sa.JSON(), nullable=True),
        sa.Column("program_hash", sa.String(length=64), nullable=True),
        sa.Column("language", sa.String(length=64), nullable=False),
        sa.Column("toolchain", sa.String(length=200), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("files", sa.Integer(), nullable=False),
        sa.Column("biggest", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("check_steps", sa.JSON(), nullable=False),
        sa.Column("start_ms", sa.JSON(), nullable=False),
        sa.Column("our_faults", sa.Integer(), nullable=False),
        sa.Column("check_due", sa.DateTime(), nullable=True),
        sa.Column("check_match_id", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_versions_bot_id")),
        sa.ForeignKeyConstraint(
            ["program_hash"], ["blobs.hash"], name=op.f("fk_versions_program_hash")
        ),
        sa.ForeignKeyConstraint(
            ["source_hash"], ["blobs.hash"], name=op.f("fk_versions_source_hash")
        ),
        sa.ForeignKeyConstraint(
            ["upload_hash"], ["blobs.hash"], name=op.f("fk_versions_upload_hash")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_versions")),
        sa.UniqueConstraint("bot_id", "number", name=op.f("uq_versions_bot_id_number")),
    )
    op.create_index(op.f("ix_versions_bot_id"), "versions", ["bot_id"])
    op.create_index(op.f("ix_versions_source_hash"), "versions", ["source_hash"])
    op.create_index(op.f("ix_versions_status"), "versions", ["status"])
