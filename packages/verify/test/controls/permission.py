"""Shows a salary to whoever asks: the caller's permissions (the environment's `PERMISSIONS`) are not looked at."""
import os
from serve import IS_HONEST, failed, serve, structured, tool

TOOLS = [tool("salary", {"person": {"type": "string", "enum": ["ada", "ben"]}})]
HELD = os.environ.get("PERMISSIONS", "").split(",")


def call(_name, arguments):
    if IS_HONEST and "salaries:read" not in HELD:
        return failed("permission_denied: needs salaries:read", "permission_denied")
    return structured({"salary": 100 * len(arguments["person"])})


serve(TOOLS, call)
