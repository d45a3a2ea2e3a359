import { createInterface } from "node:readline";

/** Whether the control keeps its word: the correct twin of the broken server, started with `honest`. */
export const isHonest = process.argv[2] === "honest";

/** A result of structured content. */
export const structured = (value) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});

/** A failed call; with a code, as Proviso's servers state it. */
export const failed = (message, code) => ({
  isError: true,
  content: [{ type: "text", text: message }],
  ...(code && { _meta: { "dev.proviso/failure": { code, message, retry: "never" } } }),
});

/** A tool as listed; every property of the input is required. */
export const tool = (name, properties, annotations) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  ...(annotations && { annotations }),
});

const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
let capabilities = {};

/** Asks the client; undefined if it says that it cannot be asked. */
function ask(method, params) {
  const needed = method === "elicitation/create" ? "elicitation" : "sampling";
  if (!(needed in capabilities)) return undefined;
  const id = `ask-${waiting.size + 1}`;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
}

/** Serves MCP over stdio, calls at the same time. `tools`: as listed, or a function that lists them. */
export function serve(tools, call) {
  const list = typeof tools === "function" ? tools : () => tools;
  const answer = async ({ method, params }) => {
    if (method === "initialize") {
      capabilities = params.capabilities ?? {};
      const serverInfo = { name: "control", version: "1" };
      return { protocolVersion: params.protocolVersion, serverInfo, capabilities: { tools: {} } };
    }
    if (method === "tools/list") return { tools: list() };
    if (method !== "tools/call") return {};
    if (!list().some(({ name }) => name === params.name))
      throw Object.assign(new Error(`unknown tool ${params.name}`), { code: -32602 });
    return call(params.arguments ?? {}, { name: params.name, meta: params._meta ?? {}, ask });
  };
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const message = JSON.parse(line);
    const { id, method } = message;
    if (id === undefined) return;
    if (method === undefined) return waiting.get(id)?.(message.result);
    try {
      send({ id, result: await answer(message) });
    } catch (error) {
      send({ id, error: { code: error.code ?? -32603, message: error.message } });
    }
  });
}
