// node subject.mjs KIND NAME MANIFEST FOLDER: one subject in its own process, for its own processor
// time and memory. It takes orders over IPC.
import { createHook } from "node:async_hooks";
import process from "node:process";
import { PassThrough } from "node:stream";
import { connections, listeners } from "./subjects.mjs";

const [kind, name, file, folder] = process.argv.slice(2);
const { manifest } = await import(file);

const calls = { memory: inMemory, stdio: overStdio };
const subject = kind === "http" ? { url: await listeners[name](manifest, folder) } : await calls[kind]();

process.on("message", async ({ request, count = 0, callers = 1, counted = false, tidy = false }) => {
  let promises = 0;
  const hook = createHook({ init: (_id, type) => (promises += type === "PROMISE" ? 1 : 0) });
  if (counted) hook.enable();
  let left = request ? count : 0;
  const calling = Array.from({ length: callers }, async () => {
    while (left-- > 0) await subject.ask(request);
  });
  await Promise.all(calling);
  hook.disable();
  const { user, system } = process.cpuUsage();
  if (tidy) globalThis.gc();
  process.send({ cpu: user + system, rss: process.memoryUsage.rss(), promises });
});
process.on("disconnect", () => process.exit());
process.send({ url: subject.url });

/** Over a transport that passes objects, which measures the call without text. */
async function inMemory() {
  const { InMemoryTransport } = await import("@modelcontextprotocol/sdk/inMemory.js");
  const [near, far] = InMemoryTransport.createLinkedPair();
  await connections[name](manifest, far, undefined, folder);
  await near.start();
  return asker(
    (message) => near.send(message),
    (heard) => Object.assign(near, { onmessage: (message) => heard(message, message.id) }),
  );
}

/** Over lines of text, like a host that started it. */
async function overStdio() {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const [input, output] = [new PassThrough(), new PassThrough()];
  await connections[name](manifest, new StdioServerTransport(input, output), { input, output });
  return asker(
    (message) => input.write(`${JSON.stringify(message)}\n`),
    (heard) => {
      // The response is neither decoded nor parsed, which would be the client's work.
      const newline = 10;
      output.on("data", (part) => {
        if (part.at(-1) === newline) heard(part);
      });
    },
  );
}

async function asker(send, listen) {
  const waiting = new Map();
  let last = 0;
  // Without an id there is one request at a time.
  listen((message, id = last) => {
    waiting.get(id)?.(message);
    waiting.delete(id);
  });
  const ask = async ({ method, params }) => {
    const id = ++last;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    await send({ jsonrpc: "2.0", id, method, params });
    const answer = await answered;
    if (answer.error || answer.result?.isError) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const clientInfo = { name: "bench", version: "1.0.0" };
  await ask({
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return { ask };
}
