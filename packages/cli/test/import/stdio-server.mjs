// A server of tools for tests. Its words say how it behaves.
import { closeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setInterval, setTimeout } from "node:timers";

const [mode] = process.argv.slice(2);
const tool = (name) => ({ name, description: `Does ${name}.`, inputSchema: { type: "object" } });
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const pages = { undefined: { tools: [tool("one")], nextCursor: "2" }, 2: { tools: [tool("two")] } };
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: {},
    serverInfo: { name: "s", version: "1" },
  }),
  "tools/call": ({ name }) => ({ content: [{ type: "text", text: `did ${name}` }] }),
  "tools/list": ({ cursor }) => (mode === "endless" ? { tools: [], nextCursor: "2" } : pages[cursor]),
};

if (mode === "broken") {
  console.error("there is no configuration");
  process.exit(1);
}
if (mode === "stubborn") {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
}
console.log("this line is no message");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (mode === "leaving") {
    closeSync(0);
    setTimeout(() => {
      console.error("there is no account");
      process.exit(1);
    }, 300);
  }
  if (method === "initialize") send({ id: "ours", method: "roots/list" });
  if (mode === "failing" && method === "tools/list")
    return send({ id, error: { code: 1, message: "not today" } });
  if (id !== undefined && answers[method]) send({ id, result: answers[method](params) });
});
