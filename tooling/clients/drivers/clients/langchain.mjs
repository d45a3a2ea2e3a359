// LangChain's MCP adapters. Calls go through the tools that they hand to an agent.
import { MultiServerMCPClient } from "@langchain/mcp-adapters";

export const asksPerson = false;

export async function connect({ command, args, env, url, token }) {
  const backoffice =
    url === undefined
      ? { transport: "stdio", command, args, env }
      : { transport: "http", url, headers: { Authorization: `Bearer ${token}` } };
  const client = new MultiServerMCPClient({ mcpServers: { backoffice } });
  const tools = await client.getTools();
  return {
    list: async () => tools.map(({ name }) => name),
    call: async (name, input) => JSON.stringify(await tools.find((tool) => tool.name === name).invoke(input)),
    close: () => client.close(),
  };
}
