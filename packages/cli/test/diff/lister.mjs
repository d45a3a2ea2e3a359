// A server of the tools in a file, over stdio. With the word `silent` it answers nothing.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, mode] = process.argv.slice(2);
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: {},
    serverInfo: { name: "s", version: "1" },
  }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(file, "utf8")) }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (mode === "silent" || id === undefined || !answers[method]) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]() })}\n`);
});
