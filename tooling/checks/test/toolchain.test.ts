import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../src/workspace.ts";

const folder = mkdtempSync(join(tmpdir(), "proviso-toolchain-"));
const tool = join(folder, "project/.toolchain/pnpm-1.2.3");

/** A registry with one package: a `pnpm` that prints its arguments. */
const registry = createServer((request, response) => {
  if (request.url?.endsWith(".tgz")) return void response.end(readFileSync(join(folder, "pnpm.tgz")));
  const dist = { tarball: `${registryUrl()}/pnpm.tgz` };
  const manifest = { name: "pnpm", version: "1.2.3", bin: { pnpm: "pnpm.js" }, dist };
  response.setHeader("Content-Type", "application/json");
  return void response.end(
    JSON.stringify({ name: "pnpm", versions: { "1.2.3": manifest }, "dist-tags": {} }),
  );
});

function registryUrl(): string {
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(async () => {
  write("pack/package/package.json", '{ "name": "pnpm", "version": "1.2.3", "bin": { "pnpm": "pnpm.js" } }');
  write("pack/package/pnpm.js", "#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join(' '));\n");
  execFileSync("tar", ["-czf", join(folder, "pnpm.tgz"), "-C", join(folder, "pack"), "package"]);
  write("project/package.json", '{ "packageManager": "pnpm@1.2.3", "engines": { "node": ">=18" } }');
  cpSync(join(root, "tooling/x.mjs"), join(folder, "project/tooling/x.mjs"));
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

/** What `./x pnpm hello` prints, started outside this repository's own toolchain. */
function runX(): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env, npm_config_registry: registryUrl() };
  env["npm_config_cache"] = join(folder, "cache");
  delete env["npm_config_user_agent"];
  const script = join(folder, "project/tooling/x.mjs");
  return new Promise((resolve) => {
    execFile(process.execPath, [script, "pnpm", "hello"], { env }, (_, stdout, stderr) =>
      resolve(stdout.trim() || stderr),
    );
  });
}

it("a tool is fetched once", async () => {
  expect(await runX()).toBe("hello");
  write("project/.toolchain/pnpm-1.2.3/kept", "");
  expect(await runX()).toBe("hello");
  expect(existsSync(join(tool, "kept"))).toBe(true);
});

it("a tool whose fetch was interrupted is fetched again", async () => {
  rmSync(join(tool, "node_modules/.bin"), { recursive: true });
  expect(await runX()).toBe("hello");
});

it("a tool that two processes fetch at once serves both", async () => {
  rmSync(tool, { recursive: true });
  expect(await Promise.all([runX(), runX()])).toEqual(["hello", "hello"]);
  expect(readdirSync(dirname(tool))).toEqual(["pnpm-1.2.3"]);
});
