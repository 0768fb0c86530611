"""Alembic's way in: runs the migrations on the connection that ``migrate`` hands over."""

from alembic import context

from scuffle_platform.store.models import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    # SQLite changes a table by copying it; batch mode writes that.
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
