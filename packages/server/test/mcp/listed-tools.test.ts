import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { toolDefinitions } from "../../src/mcp.ts";
import { serveStdio } from "../adapters/mcp.ts";
import { fixture, tool } from "../sample.ts";

const tools = ["notes.create", "notes.find", "notes.rename"].map((name) =>
  tool({ name, title: `« ${name} »` }),
);
const principal = { id: "anna", kind: "user", permissions: [] } as const;
const serverInfo = { name: "test", version: "1.0.0" };

/** A connection whose client is us. `hidden` names tools that may not be known from now on. */
async function connected() {
  const hidden = new Set<string>();
  const { server } = fixture({ tools, visible: ({ name }) => !hidden.has(name) });
  const [input, output] = [new PassThrough(), new PassThrough()];
  await serveStdio(server, { input, output, serverInfo, principal });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object = {}): Promise<string> => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return String((await lines.next()).value);
  };
  await ask(0, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  });
  return { ask, hidden };
}

/** The line that the SDK itself would write. */
function check(line: string, id: number, names: readonly string[]): void {
  const listed = tools.filter(({ name }) => names.includes(name));
  const result = { tools: listed.flatMap((each) => toolDefinitions(each, "dotted")) };
  expect(line).toBe(JSON.stringify({ result, jsonrpc: "2.0", id }));
}

const all = tools.map(({ name }) => name);
test("a list over stdio is, byte for byte, what the SDK would write, the second time too", async () => {
  const { ask } = await connected();
  check(await ask(1, "tools/list"), 1, all);
  check(await ask(2, "tools/list"), 2, all);
});
test("a list shows what may be known when it is asked for", async () => {
  const { ask, hidden } = await connected();
  check(await ask(1, "tools/list"), 1, all);
  hidden.add("notes.find");
  check(await ask(2, "tools/list"), 2, ["notes.create", "notes.rename"]);
  hidden.delete("notes.find");
  hidden.add("notes.rename");
  check(await ask(3, "tools/list"), 3, ["notes.create", "notes.find"]);
});
test("what is asked at the same time is answered in lines of its own", async () => {
  const { ask } = await connected();
  const answers = await Promise.all([ask(1, "tools/list"), ask(2, "ping"), ask(3, "tools/list")]);
  const ids = answers.map((line) => (JSON.parse(line) as { readonly id: number }).id);
  expect(ids.toSorted()).toEqual([1, 2, 3]);
});
