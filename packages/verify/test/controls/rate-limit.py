"""Answers more often than its contract allows."""
from time import monotonic
from serve import IS_HONEST, failed, serve, structured, tool

CALLS = []


def call(_name, _arguments):
    now = monotonic()
    CALLS[:] = [at for at in CALLS if now - at < 3600]
    if IS_HONEST and len(CALLS) >= 3:
        return failed("three an hour", "rate_limit_exceeded")
    CALLS.append(now)
    return structured({"price": 12})


serve([tool("price", {})], call)
