"""Counts lines, and answers with a text where its schema says a number."""
from serve import IS_HONEST, serve, structured, tool

OUTPUT = {"type": "object", "properties": {"lines": {"type": "integer"}}, "required": ["lines"]}
INPUT = {"text": {"type": "string", "maxLength": 200}}
TOOLS = [tool("count_lines", INPUT, outputSchema=OUTPUT, annotations={"readOnlyHint": True})]


def call(_name, arguments):
    lines = len(arguments["text"].splitlines())
    return structured({"lines": lines if IS_HONEST else f"{lines} lines"})


serve(TOOLS, call)
