import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../src/commands/run.ts";
import { filesystem, openBench, scripted, textOf, textTool } from "./bench.ts";
import { payments } from "./contracts.ts";

const program = fileURLToPath(new URL("../bin/proviso-gateway.js", import.meta.url));

test("the entry that is written starts a guarded server", async () => {
  await using bench = openBench();
  const folder = join(bench.folder, "files");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "hello");
  const file = join(bench.folder, ".mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers: { files: filesystem(folder) } }));
  vi.stubEnv("XDG_STATE_HOME", join(bench.folder, "state"));
  const words = ["install", "--host", "claude-code", "--config", file, "--trust", "hints", "--yes"];
  expect(await run(words, { cwd: bench.folder, color: false, out: () => {}, err: () => {} })).toBe(0);
  const { files } = JSON.parse(readFileSync(file, "utf8")).mcpServers;
  const client = new Client({ name: "host", version: "1" });
  const env = { ...process.env, XDG_STATE_HOME: join(bench.folder, "state") } as Record<string, string>;
  await client.connect(new StdioClientTransport({ ...files, env, stderr: "ignore" }));
  const read = await client.callTool({ name: "read_text_file", arguments: { path: join(folder, "a.txt") } });
  expect(textOf(read)).toBe("hello");
  const written = await client.callTool({
    name: "write_file",
    arguments: { path: join(folder, "b.txt"), content: "" },
  });
  expect(textOf(written)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/approvals\//);
  await client.close();
  expect(existsSync(join(folder, "b.txt"))).toBe(false);
  vi.unstubAllEnvs();
});

test("the program in few files has what it loads late: contracts, both sides of HTTP, the check of results, a search", async () => {
  await using bench = openBench();
  const { folder } = bench;
  const [contracts, headers] = [join(folder, "contracts"), join(folder, "headers")];
  mkdirSync(contracts);
  writeFileSync(join(contracts, "payments.yaml"), payments);
  const wrong = { result: { content: [], structuredContent: { id: 1 } } };
  const { source } = scripted(folder, {
    tools: [textTool("find", { annotations: { readOnlyHint: true } })],
    calls: { find: [wrong] },
  });
  if ("url" in source) throw new TypeError("a command");
  const options = ["--no-inbox", "--data", join(folder, "far"), "--listen", "0"];
  const far = spawn(
    process.execPath,
    [program, ...options, "--trust", "hints", "--", source.command, ...source.args],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(far, "exit");
  onTestFinished(async () => {
    far.kill("SIGTERM");
    await ended;
  });
  const url = await serving(far.stderr);
  const token = readFileSync(join(folder, "far", "host.token"), "utf8");
  writeFileSync(headers, `Authorization: Bearer ${token}\n`, { mode: 0o600 });
  const near = ["--no-inbox", "--data", join(folder, "near"), "--outputs", "warn", "--discovery", "search"];
  const client = new Client({ name: "host", version: "1" });
  const args = [program, ...near, "--contracts", contracts, "--url", url, "--headers-file", headers];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(3);
  const find = { name: "find", arguments: { callId: "c1" } };
  const found = await client.request({ method: "tools/call", params: find }, ResultSchema);
  expect(JSON.stringify(found["content"])).toContain("Warning of the gateway");
  await client.close();
});

async function serving(lines: Readable): Promise<string> {
  for await (const line of createInterface({ input: lines })) {
    const [, url] = /serving (\S+);/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("it does not serve");
}

test("a reader that closes the pipe, such as `head`, is no error", async () => {
  const child = spawn(process.execPath, [program, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([said, code]).toEqual(["", 0]);
});
