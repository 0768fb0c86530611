"""How fast an empty program of each language starts on each worker."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("workers", sa.Column("start_ms", sa.JSON(), nullable=False, server_default="{}"))
