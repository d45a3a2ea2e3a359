// The client that the suite starts: the guard over one of the SDKs, without pinned contracts. It lists the tools and calls
// each, with a person who approves everything.
import { StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { answeredByPerson, createGuard } from "@proviso/client";
import type { JsonObject, McpConnection } from "@proviso/client";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";

/** The calls that a scenario asks for. */
interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

const [sdk = "", address = ""] = process.argv.slice(2);
const url = new URL(address);
const connection: McpConnection = await (sdk === "2"
  ? connect2(new Transport2(url))
  : connect1(new Transport1(url) as Parameters<typeof connect1>[0]));
const guard = createGuard(connection, {
  confirm: (request) =>
    Promise.resolve(answeredByPerson(request, { yes: true, content: { confirm: true, confirmed: true } })),
});

/** One scenario wants a listed schema back; the simplest wants two numbers. */
async function inputFor(name: string): Promise<object> {
  const { toolCalls = [] } = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
  const wanted = toolCalls.find((call) => call.name === name);
  if (wanted) return wanted.arguments;
  if (name !== "json_schema_echo") return { a: 5, b: 3 };
  const others = (await connection.listTools()).filter((tool) => tool.name !== name);
  return { schema: others[0]?.inputSchema };
}

const { tools } = await guard.inspect();
for (const { wireName } of tools.tools) await guard.call(wireName, await inputFor(wireName));
await connection.close();
