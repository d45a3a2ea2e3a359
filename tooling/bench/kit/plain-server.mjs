// A server of one tool that answers at once, with as many more tools in its list as its argument says.
import { createInterface } from "node:readline";
import process from "node:process";

const inputSchema = { type: "object", properties: { text: { type: "string" } } };
const tools = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  name: index === 0 ? "read" : `read_${index}`,
  description: `The tool of the number ${index}.`,
  inputSchema,
  annotations: { readOnlyHint: true },
}));
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name: "plain", version: "1" },
    capabilities: { tools: {} },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: "done" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = results[method]?.(params);
  if (result && id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
