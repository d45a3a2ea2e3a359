// Mastra's MCP client. Calls go through the tools that it hands to an agent, named after the server.
import { MCPClient } from "@mastra/mcp";

export const asksPerson = true;

export async function connect({ command, args, env, url, token }, person) {
  const backoffice = {
    ...(url === undefined
      ? { command, args, env }
      : { url: new URL(url), requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
    ...(person ? { inputRequests: async ({ params }) => person(params) } : {}),
    onToolError: "return",
  };
  const client = new MCPClient({ id: `backoffice-${Boolean(person)}`, servers: { backoffice } });
  const tools = await client.listTools();
  return {
    list: async () => Object.keys(tools),
    call: async (name, input) => JSON.stringify(await tools[name].execute(input, {})),
    close: () => client.disconnect(),
  };
}
