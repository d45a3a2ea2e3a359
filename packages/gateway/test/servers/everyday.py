"""A server in Python with the standard library alone, as people write them: a read, a write, a resource, an error."""
import json
import sys

NOTES = {"first": "buy milk"}
TOOLS = [
    {
        "name": "read_note",
        "description": "Reads a note.",
        "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "write_note",
        "description": "Writes a note.",
        "inputSchema": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "text": {"type": "string"}},
            "required": ["name", "text"],
        },
    },
]


def text(words, **more):
    return {"content": [{"type": "text", "text": words}], **more}


def call(name, arguments):
    if name == "read_note":
        found = NOTES.get(arguments["name"])
        return text(f"no note {arguments['name']}", isError=True) if found is None else text(found)
    NOTES[arguments["name"]] = arguments["text"]
    return text("written")


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "serverInfo": {"name": "everyday", "version": "1"},
            "capabilities": {"tools": {}, "resources": {}},
            "instructions": "Read before you write.",
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params["arguments"])
    if method == "resources/list":
        return {"resources": [{"uri": "note://first", "name": "first"}]}
    if method == "resources/read":
        return {"contents": [{"uri": params["uri"], "text": NOTES[params["uri"][7:]]}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
