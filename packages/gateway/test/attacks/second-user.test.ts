import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../src/commands/run.ts";
import { readCommandLine } from "../../src/commands/options.ts";
import { openState } from "../../src/index.ts";
import { hostToken } from "../../src/state/host-token.ts";
import { openBench } from "../bench.ts";

/** What others may do with a file. */
const othersOf = (path: string): number => statSync(path).mode & 0o077;

test("the token of hosts is its owner's alone, and one that others could read is not used", async () => {
  await using bench = openBench();
  const { file, token } = hostToken(bench.folder);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(othersOf(file)).toBe(0);
  expect(hostToken(bench.folder).token).toBe(token);
  chmodSync(file, 0o644);
  expect(() => hostToken(bench.folder)).toThrow("others can use");
  writeFileSync(file, "short");
  chmodSync(file, 0o600);
  expect(() => hostToken(bench.folder)).toThrow("holds no token");
});

test("a data folder that others can write to is refused", async () => {
  await using bench = openBench();
  const data = join(bench.folder, "data");
  mkdirSync(data);
  chmodSync(data, 0o777);
  expect(() => openState(data)).toThrow("others can write");
});

test("a file with credentials that others can read is refused", async () => {
  await using bench = openBench();
  const file = join(bench.folder, "secrets");
  writeFileSync(file, "Authorization: Bearer x");
  chmodSync(file, 0o644);
  const url = ["--headers-file", file, "--url", "https://mcp.example.com/mcp"];
  expect(() => readCommandLine(url, bench.folder)).toThrow("others can read");
  expect(() => readCommandLine(["--env-file", file, "--", "x"], bench.folder)).toThrow("others can read");
  chmodSync(file, 0o600);
  expect(readCommandLine(url, bench.folder).upstreams[0]?.source).toMatchObject({
    headers: { Authorization: "Bearer x" },
  });
});

test("credentials of an entry are in no argument and no output, and in files of their owner alone", async () => {
  await using bench = openBench();
  vi.stubEnv("XDG_STATE_HOME", join(bench.folder, "state"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = join(bench.folder, "mcp.json");
  const headers = { "X-Key": "the-secret" };
  writeFileSync(
    config,
    JSON.stringify({ servers: { a: { type: "http", url: "https://m.example/mcp", headers } } }),
  );
  chmodSync(config, 0o600);
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const words = ["install", "--host", "vscode", "--config", config, "--yes"];
  expect(await run(words, { cwd: bench.folder, color: false, out: print, err: print })).toBe(0);
  expect(printed.join()).not.toContain("the-secret");
  const { a } = JSON.parse(readFileSync(config, "utf8")).servers;
  expect(a.args.join()).not.toContain("the-secret");
  expect(a.env).toEqual({ PROVISO_UPSTREAM_HEADERS: "X-Key: the-secret" });
  const record = join(bench.folder, "state/proviso/gateway/installed.json");
  expect(existsSync(record)).toBe(true);
  for (const path of [record, config, `${config}.before-proviso-gateway`]) expect(othersOf(path)).toBe(0);
});
