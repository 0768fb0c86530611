"""The limits of one match, as told to a bot and enforced by every seat."""

from pydantic import BaseModel, ConfigDict, Field


class Limits(BaseModel):
    """What a bot may use. All times in milliseconds, of CPU unless the name says wall."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start_ms: int = Field(
        default=10_000, gt=0, description="CPU time from really running to ready."
    )
    start_wall_ms: int = Field(
        default=30_000, gt=0, description="Wall-clock time of the start spent waiting."
    )
    bank_ms: int = Field(
        default=10_000, gt=0, description="CPU time in the bank at the first request."
    )
    increment_ms: int = Field(default=50, ge=0, description="CPU time added after each answer.")
    request_wall_ms: int = Field(
        default=10_000,
        gt=0,
        description="Wall-clock time of a request spent waiting, not computing.",
    )
    match_wall_ms: int = Field(
        default=60_000, gt=0, description="The same, summed over all requests of a match."
    )
    memory_mb: int = Field(
        default=256, gt=0, description="Memory of all processes of the bot together."
    )
    processes: int = Field(default=64, gt=0, description="Processes and threads together.")
    answer_kb: int = Field(default=64, gt=0, description="The longest answer line.")
    log_kb: int = Field(default=256, ge=0, description="The match's log; head and tail are kept.")
