"""What workers can play, beside what they can build."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("workers", sa.Column("plays", sa.JSON(), server_default="[]", nullable=False))
