// The MCP SDK of TypeScript, 2.x. It asks the server which protocol it speaks.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { clientInfo, connectionOf } from "./sdk-1.mjs";

export const asksPerson = true;

export async function connect({ command, args, env, url, token }, person) {
  const client = new Client(clientInfo, {
    capabilities: person ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: "auto" },
  });
  if (person) client.setRequestHandler("elicitation/create", async ({ params }) => person(params));
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args, env })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit }),
  );
  return connectionOf(client);
}
