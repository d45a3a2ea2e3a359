import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { run } from "../src/commands/run.ts";
import { everything, openBench, scripted, textOf, textTool, yes } from "./bench.ts";

const token = "a-token-of-a-test-that-is-long-enough";

async function hostAt(url: string, bearer: string, answer?: () => JsonObject): Promise<Client> {
  const client = new Client(
    { name: "host", version: "1" },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, () => answer() as never);
  const headers = { Authorization: `Bearer ${bearer}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never,
  );
  return client;
}

test("hosts over HTTP have a connection to the upstream each, and need the token", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [textTool("write")] });
  const gateway = await bench.open({ source: upstream.source });
  const { url } = await gateway.listen(0, token);
  const [one, other] = await Promise.all([hostAt(url, token, yes), hostAt(url, token)]);
  expect(textOf(await one.callTool({ name: "write", arguments: { text: "a" } }))).toBe("done");
  expect(await other.callTool({ name: "write", arguments: { text: "b" } })).toMatchObject({ isError: true });
  expect(upstream.calls()).toEqual([["write", { text: "a" }]]);
  expect(upstream.received().filter(({ method }) => method === "initialize")).toHaveLength(2);
  await expect(hostAt(url, "another-token")).rejects.toThrow("Unauthorized");
  const foreign = await fetch(url, { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(foreign.status).toBe(403);
  await Promise.all([one.close(), other.close()]);
});

test("`?toolset=` of a session's address narrows its list and its calls", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: ["read", "write"].map((name) => textTool(name)) });
  const { url } = await (await bench.open({ source: upstream.source })).listen(0, token);
  const [all, part, none] = await Promise.all(
    ["", "?toolset=read", "?toolset=no.such"].map((query) => hostAt(`${url}${query}`, token, yes)),
  );
  const namesOf = async (client?: Client) => (await client?.listTools())?.tools.map(({ name }) => name);
  expect([await namesOf(all), await namesOf(part)]).toEqual([["read", "write"], ["read"]]);
  await expect(namesOf(none)).rejects.toThrow("Unknown toolset");
  const call = (name: string) => part?.callTool({ name, arguments: { text: "a" } });
  await expect(call("write")).rejects.toThrow("Unknown tool: write");
  const resolve = { method: "dev.proviso/tools/resolve", params: { name: "write", contract: true } };
  await expect(part?.request(resolve, ResultSchema)).rejects.toThrow("Unknown tool: write");
  expect(textOf(await call("read"))).toBe("done");
  expect(upstream.calls()).toEqual([["read", { text: "a" }]]);
  await Promise.all([all, part, none].map((client) => client?.close()));
});

test("a port that is taken is named, with the option for another", async () => {
  await using bench = openBench();
  const { source } = scripted(bench.folder, { tools: [textTool("write")] });
  const { url } = await (await bench.open({ source })).listen(0, token);
  const { port } = new URL(url);
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const words = ["--listen", port, "--no-inbox", "--data", join(bench.folder, "data"), "--", "node"];
  expect(await run(words, { cwd: bench.folder, color: false, out: print, err: print })).toBe(2);
  expect(printed[0]).toBe(`proviso gateway: port ${port} is taken: name another with \`--listen\``);
});

test("an upstream at an address is guarded like one that is started, and gets no token of the host's", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [textTool("write")] });
  const far = await bench.open({ source: upstream.source, name: "far" });
  const { url } = await far.listen(0, token);
  const source = { url: new URL(url), headers: { Authorization: `Bearer ${token}` } };
  const near = await bench.open({ source, name: "near" });
  const { url: nearUrl } = await near.listen(0, "the-token-of-the-near-one-is-another");
  const asked: string[] = [];
  const client = await hostAt(nearUrl, "the-token-of-the-near-one-is-another", () => {
    asked.push("asked");
    return yes();
  });
  expect(textOf(await client.callTool({ name: "write", arguments: { text: "a" } }))).toBe("done");
  // Both ask: the far one through the near one, whose host is told that this is another server's question.
  expect(asked).toEqual(["asked", "asked"]);
  await client.close();
});

test("everything of the reference server passes through HTTP on the host's side", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const { url } = await gateway.listen(0, token);
  const client = await hostAt(url, token, yes);
  const steps: number[] = [];
  await client.callTool(
    { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
    undefined,
    { onprogress: ({ total, progress }) => void (total !== undefined && steps.push(progress)) },
  );
  expect(steps).toEqual([1, 2]);
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  const { resources } = await client.listResources();
  expect(await client.readResource({ uri: resources[0]?.uri ?? "" })).toMatchObject({ contents: [{}] });
  await client.close();
});
