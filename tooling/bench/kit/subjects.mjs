// The servers that are measured. Each loads only what it needs.
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { calledTools, handlerOf, principalOf, serverInfo } from "./tools.mjs";

/** Serves one connection over any 1.x transport; for lines of text, it also gets the streams. Trails are in the folder. */
export const connections = {
  "enforced 1.x": (manifest, transport, streams) => connectEnforced(manifest, transport, streams, {}),
  async "enforced 1.x, audit not kept"(manifest, transport, streams) {
    await connectEnforced(manifest, transport, streams, { audit: await unkeptAudit() });
  },
  async "enforced 1.x, signed SQLite audit"(manifest, transport, streams, folder) {
    const { sqliteAudit } = await import("@proviso/trail");
    const file = join(folder, `audit-${process.pid}.sqlite`);
    const signing = { key: generateKeyPairSync("ed25519").privateKey };
    const audit = await sqliteAudit({ file, writer: String(process.pid), signing });
    await connectEnforced(manifest, transport, streams, { audit, callsAtOnce: 1000 });
  },
};

/** Serves HTTP without sessions; each resolves to the URL. */
export const listeners = {
  async "enforced 2.x"(manifest) {
    const { serveHttp } = await import("@proviso/server/mcp");
    const principal = principalOf(manifest);
    const server = await enforcing(calledTools(manifest), { audit: await unkeptAudit() });
    const authenticate = async () => principal;
    return (await serveHttp(server, { sdk: 2, port: 0, serverInfo, authenticate })).url;
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
