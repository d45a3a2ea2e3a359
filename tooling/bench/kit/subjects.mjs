// Serves the tools on the raw SDKs and on the enforcing server. Each subject loads only what it needs.
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { calledTools, handlerOf, principalOf, serverInfo } from "./tools.mjs";

/** Serves one connection over any 1.x transport; for lines of text, it also gets the streams. Trails are in the folder. */
export const connections = {
  async "raw 1.x"(manifest, transport) {
    const { rawServer } = await import("./raw1.mjs");
    await rawServer(manifest).connect(transport);
  },
  async "zod 1.x"(manifest, transport) {
    const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
    const { zodServer } = await import("./zod-server.mjs");
    await zodServer(McpServer, manifest, (shape) => shape).connect(transport);
  },
  "enforced 1.x": (manifest, transport, streams) => connectEnforced(manifest, transport, streams, {}),
  async "enforced 1.x, audit not kept"(manifest, transport, streams) {
    await connectEnforced(manifest, transport, streams, { audit: await unkeptAudit() });
  },
  async "enforced 1.x, one record"(manifest, transport, streams) {
    const audit = await unkeptAudit();
    await connectEnforced(manifest, transport, streams, { audit, auditReads: "outcome_even_if_private" });
  },
  "enforced 1.x, SQLite audit": (...given) => connectAudited(given, sqliteTrail),
  "enforced 1.x, signed SQLite audit": (...given) => connectAudited(given, sqliteTrail, newKey()),
  "enforced 1.x, PostgreSQL audit": (...given) => connectAudited(given, postgresTrail),
  "enforced 1.x, signed PostgreSQL audit": (...given) => connectAudited(given, postgresTrail, newKey()),
};

const newKey = () => ({ signing: { key: generateKeyPairSync("ed25519").privateKey } });

async function connectAudited([manifest, transport, streams, folder], open, signing = {}) {
  const audit = await open(folder, { writer: String(process.pid), ...signing });
  await connectEnforced(manifest, transport, streams, { audit, callsAtOnce: 1000 });
}

async function sqliteTrail(folder, options) {
  const { sqliteAudit } = await import("@proviso/trail");
  return sqliteAudit({ file: join(folder, `audit-${process.pid}.sqlite`), ...options });
}

async function postgresTrail(_folder, options) {
  const { postgresAudit } = await import("@proviso/trail/postgres");
  return postgresAudit({ connectionString: process.env.BENCH_DATABASE, ...options });
}

/** Serves HTTP without sessions; each resolves to the URL. */
export const listeners = {
  async "raw 2.x"(manifest) {
    const { createMcpHandler, McpServer } = await import("@modelcontextprotocol/server");
    const { zodServer } = await import("./zod-server.mjs");
    const { strictObject } = await import("zod");
    const handler = createMcpHandler(() => zodServer(McpServer, calledTools(manifest), strictObject));
    return listen(async (request, response) => {
      const answer = await handler.fetch(await webRequest(request));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  },
  async "tuned 1.x"(manifest) {
    const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
    const { StreamableHTTPServerTransport } =
      await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
    const { AjvJsonSchemaValidator } = await import("@modelcontextprotocol/sdk/validation/ajv");
    const { zodServer } = await import("./zod-server.mjs");
    const served = calledTools(manifest);
    const jsonSchemaValidator = new AjvJsonSchemaValidator();
    return listen(async (request, response) => {
      const server = zodServer(McpServer, served, (shape) => shape, { jsonSchemaValidator });
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      response.once("close", () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response);
    });
  },
  "enforced 2.x": async (manifest) => serveEnforced(manifest, { audit: await unkeptAudit() }),
  async "enforced 2.x over SQLite"(manifest, folder) {
    const { sqliteStore } = await import("@proviso/server");
    const store = sqliteStore({ file: join(folder, `${process.pid}.sqlite`) });
    return serveEnforced(manifest, { store, audit: await unkeptAudit() });
  },
};

async function enforcing(manifest, options = {}) {
  const { createEnforcingServer } = await import("@proviso/server/codegen1");
  const handlers = Object.fromEntries(manifest.tools.map(({ name }) => [name, handlerOf(name)]));
  return createEnforcingServer({ manifest, handlers, ports: () => ({}), ...options });
}

/** Chained and hashed as usual, then dropped: the memory of a growing trail is not the cost of a call. */
async function unkeptAudit() {
  const { chainedAudit } = await import("@proviso/trail");
  return chainedAudit({ end: async () => ({ events: [] }), append: async () => true, close: async () => {} });
}

async function connectEnforced(manifest, transport, streams, options) {
  const { connectMcp, serveStdio } = await import("@proviso/server/mcp");
  const server = await enforcing(manifest, options);
  const connected = { sdk: 1, serverInfo, principal: principalOf(manifest) };
  if (streams) await serveStdio(server, { ...connected, ...streams });
  else await connectMcp(server, transport, connected);
}

async function serveEnforced(manifest, options) {
  const { serveHttp } = await import("@proviso/server/mcp");
  const principal = principalOf(manifest);
  const server = await enforcing(calledTools(manifest), options);
  const listener = await serveHttp(server, {
    sdk: 2,
    port: 0,
    serverInfo,
    authenticate: async () => principal,
  });
  return listener.url;
}

async function listen(answer) {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

/** The shortest conversion of Node's request to a `fetch` request. */
async function webRequest(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { method, headers } = request;
  const body = method === "GET" ? undefined : Buffer.concat(parts);
  return new Request("http://127.0.0.1/mcp", { method, headers, ...(body && { body }) });
}
