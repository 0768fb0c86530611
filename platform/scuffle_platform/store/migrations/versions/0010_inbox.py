"""The inbox: what accounts are told, and the address of its feed."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account_id", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("read", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_notices_account_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("account_id", "key", name=op.f("uq_notices_account_id_key")),
    )
    op.create_index("ix_notices_account_created", "notices", ["account_id", "created"])
    op.create_index("ix_notices_account_read", "notices", ["account_id", "read"])
    op.add_column("accounts", sa.Column("feed", sa.String(length=64), nullable=True))
    op.create_index(op.f("ix_accounts_feed"), "accounts", ["feed"], unique=True)
