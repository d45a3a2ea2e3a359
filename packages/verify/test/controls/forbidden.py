"""Tells a forbidden tool from one that does not exist."""
from serve import IS_HONEST, UnknownTool, failed, serve, structured, tool


TOOLS = [tool("size", {}, annotations={"readOnlyHint": True})]


def call(name, _arguments):
    if name == "size":
        return structured({"size": 1})
    if name == "wipe" and not IS_HONEST:
        return failed("this tool is forbidden")
    raise UnknownTool(f"unknown tool {name}")


serve(TOOLS, call)
