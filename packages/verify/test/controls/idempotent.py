"""Hints that a second call changes nothing more, and appends on every call."""
from pathlib import Path
from serve import IS_HONEST, serve, structured, tool

HINTS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}
TOOLS = [tool("tag_add", {"tag": {"type": "string", "pattern": "^[a-z]{1,8}$"}}, annotations=HINTS)]
TAGS = Path("tags.txt")


def call(_name, arguments):
    tags = TAGS.read_text().split() if TAGS.exists() else []
    if not IS_HONEST or arguments["tag"] not in tags:
        TAGS.write_text("\n".join([*tags, arguments["tag"]]))
    return structured({"tag": arguments["tag"]})


serve(TOOLS, call)
