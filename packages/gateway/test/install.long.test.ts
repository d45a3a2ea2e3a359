import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test, vi } from "vitest";
import { run } from "../src/commands/run.ts";
import { filesystem, openBench, textOf } from "./bench.ts";

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

test("a reader that closes the pipe, such as `head`, is no error", async () => {
  const program = fileURLToPath(new URL("../bin/proviso-gateway.js", import.meta.url));
  const child = spawn(process.execPath, [program, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([said, code]).toEqual(["", 0]);
});
