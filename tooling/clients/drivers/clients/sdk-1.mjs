// The MCP SDK of TypeScript, 1.x: the same driver for each version that is installed here.
export const clientInfo = { name: "tried-client", version: "1.0.0" };

export async function connectSdk1(sdk, target, person) {
  const { Client } = await import(`${sdk}/client/index.js`);
  const client = new Client(clientInfo, { capabilities: person ? { elicitation: {} } : {} });
  if (person) {
    const { ElicitRequestSchema } = await import(`${sdk}/types.js`);
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => person(params));
  }
  await client.connect(await transportTo(sdk, target));
  return connectionOf(client);
}

async function transportTo(sdk, { command, args, env, url, token }) {
  if (url === undefined) {
    const { StdioClientTransport } = await import(`${sdk}/client/stdio.js`);
    return new StdioClientTransport({ command, args, env });
  }
  const { StreamableHTTPClientTransport } = await import(`${sdk}/client/streamableHttp.js`);
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
}

export function connectionOf(client) {
  return {
    async list() {
      const names = [];
      for (let cursor; ;) {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        names.push(...page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
        if (cursor === undefined) return names;
      }
    },
    call: async (name, input) => JSON.stringify(await client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}
