// Without turns, a small call that comes with sixteen inputs of the maximum size would wait for all of them. The test checks the
// order of the calls, not their time.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { tool } from "../sample.ts";
import { callRequest, http1, http2, listen, openSession } from "./http-bench.ts";
import { beginRequest } from "./raw-request.ts";

const items = { type: "array", items: { type: "object", properties: { b: { type: "string" } } } };
const tools = [
  tool(),
  tool({
    name: "notes.import",
    timeoutMs: 60_000,
    inputSchema: { type: "object", properties: { list: items } },
  }),
];
const list = Array.from({ length: 30_000 }, (_, a) => ({ a, b: "abcdefghijklm" }));

test.each([http1, http2])("$name: a small call goes on between large ones", async (adapter) => {
  const ran: string[] = [];
  const execute = (input: JsonObject) => {
    ran.push("list" in input ? "large" : "small");
    return { id: "n" };
  };
  const { url } = await listen(adapter, { tools, execute });
  const authorization = "Bearer anna";
  const session = adapter === http1 && { "mcp-session-id": await openSession(url, authorization) };
  const begin = (id: number, name: string, input: object) =>
    beginRequest(url, { authorization, ...session }, { ...callRequest({ name, arguments: input }), id });
  const requests = await Promise.all([
    ...Array.from({ length: 16 }, (_, id) => begin(id, "notes.import", { list })),
    begin(16, "notes.create", { text: "a" }),
  ]);
  // The server reads what has come so far, a piece in each turn of the loop.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  const replies = requests.map(({ reply }) => reply());
  for (const { finish } of requests) finish();
  for (const reply of await Promise.all(replies)) expect(reply).toContain('"kind":"completed"');
  expect(ran).toHaveLength(17);
  expect(ran.indexOf("small")).toBeLessThan(4);
});
