// Promises of a handler that nothing awaits, and that are rejected.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./serving.ts";

async function open(url: string): Promise<(text: string) => Promise<unknown>> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport);
  onTestFinished(() => client.close());
  return async (text) => {
    const { isError, structuredContent, _meta } = await client.callTool({
      name: "notes.create",
      arguments: { text },
    });
    const failure = _meta?.["dev.proviso/failure"] as { readonly code: string } | undefined;
    return isError === true ? failure?.code : structuredContent;
  };
}

test.each(["at once", "while it runs"])(
  "a rejection that nothing awaits fails its own call, and the server goes on: %s",
  async (when) => {
    const { child, url, end } = await listen({});
    const call = await open(url);
    expect(await Promise.all([call(when), call("a")])).toEqual(["outcome_unknown", { id: "a" }]);
    expect(await call("b")).toEqual({ id: "b" });
    child.kill("SIGINT");
    const [code, lines] = await end();
    expect(code).toBe(0);
    expect(lines[0]).toBe("proviso: fault in `notes.create`: nobody awaits this");
    expect(lines.at(-1)).toBe("closed");
  },
);

test("one that comes after the call has ended is reported, and the server goes on", async () => {
  const { child, url, line, end } = await listen({});
  const call = await open(url);
  expect(await call("after it ended")).toEqual({ id: "after it ended" });
  expect(await line()).toBe("proviso: fault in `notes.create`: nobody awaits this");
  expect(await call("b")).toEqual({ id: "b" });
  child.kill("SIGINT");
  expect((await end())[0]).toBe(0);
});

test.each([
  ["of code that belongs to no call", {}, "of the host"],
  ["where the host has the process for itself", { signals: false }, "at once"],
])("a rejection %s ends the process, as without this", async (_, options, text) => {
  const { url, end } = await listen(options);
  const call = await open(url);
  void call(text).catch(() => {});
  const [code, lines] = await end();
  expect(code).toBe(1);
  expect(lines).toContain("RangeError: nobody awaits this");
});
