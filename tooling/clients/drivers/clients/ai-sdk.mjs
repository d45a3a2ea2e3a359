// The MCP client of Vercel's AI SDK. Calls go through the tools that it hands to a model.
import { createMCPClient, ElicitationRequestSchema } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";

export const asksPerson = true;

export async function connect({ command, args, env, url, token }, person) {
  const client = await createMCPClient({
    transport:
      url === undefined
        ? new Experimental_StdioMCPTransport({ command, args, env })
        : { type: "http", url, headers: { Authorization: `Bearer ${token}` } },
    capabilities: person ? { elicitation: {} } : {},
  });
  if (person) client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => person(params));
  const tools = await client.tools();
  return {
    list: async () => Object.keys(tools),
    call: async (name, input) =>
      JSON.stringify(await tools[name].execute(input, { messages: [], toolCallId: "call" })),
    close: () => client.close(),
  };
}
