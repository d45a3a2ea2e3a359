"""Takes longer than its contract allows, for one argument."""
from time import sleep
from serve import IS_HONEST, failed, serve, structured, tool


def call(_name, arguments):
    if arguments["size"] == "large":
        sleep(0.1 if IS_HONEST else 3)
        if IS_HONEST:
            return failed("too large for the time", "timeout")
    return structured({"done": True})


serve([tool("report", {"size": {"type": "string", "enum": ["small", "large"]}})], call)
