"""Takes longer than its contract allows, for large arguments."""
from time import sleep
from serve import IS_HONEST, failed, serve, structured, tool


def call(_name, arguments):
    if arguments["rows"] > 900:
        if IS_HONEST:
            return failed("too many rows for the time", "timeout")
        sleep(1.4)
    return structured({"done": True})


serve([tool("report", {"rows": {"type": "integer", "minimum": 1, "maximum": 1000}})], call)
