"""Serves MCP over stdio with the standard library alone, one call after another."""
import json
import sys

# Whether the control keeps its word: the correct twin of the broken server, started with `honest`.
IS_HONEST = sys.argv[1:] == ["honest"]


class UnknownTool(Exception):
    """Answers as the protocol does for a tool that does not exist."""


def structured(value, **more):
    return {"content": [{"type": "text", "text": json.dumps(value)}], "structuredContent": value, **more}


def failed(message, code=None):
    """A failed call; with a code, as Proviso's servers state it."""
    meta = code and {"dev.proviso/failure": {"code": code, "message": message, "retry": "never"}}
    result = {"isError": True, "content": [{"type": "text", "text": message}]}
    return {**result, "_meta": meta} if meta else result


def tool(name, properties, **more):
    """A tool as listed; every property of the input is required."""
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"name": name, "description": f"Does {name}.", "inputSchema": schema, **more}


def answer(method, params, tools, call):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "serverInfo": {"name": "control", "version": "1"},
            "capabilities": {"tools": {}},
        }
    listed = tools() if callable(tools) else tools
    if method == "tools/list":
        return {"tools": listed}
    if method != "tools/call":
        return {}
    return call(params["name"], params.get("arguments", {}))


def serve(tools, call):
    """`tools`: as listed, or a function that lists them. `call` raises `UnknownTool` where it must."""
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        reply = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            reply["result"] = answer(message["method"], message.get("params", {}), tools, call)
        except UnknownTool as error:
            reply["error"] = {"code": -32602, "message": str(error)}
        print(json.dumps(reply), flush=True)
