import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
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
import { delimiter, dirname, join } from "node:path";
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
  write(
    "project/package.json",
    JSON.stringify({
      packageManager: "pnpm@1.2.3",
      engines: { node: ">=18" },
      config: { node: "24.21.0" },
    }),
  );
  for (const script of ["x.mjs", "fetch-tool.mjs", "doctor.mjs"])
    cpSync(join(root, "tooling", script), join(folder, "project/tooling", script));
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs `./x` as from outside the repository's toolchain. */
function runX(argv: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { npm_config_user_agent: _pnpm, ...outside } = process.env;
  const env: NodeJS.ProcessEnv = { ...outside, npm_config_registry: registryUrl(), ...settings };
  env["npm_config_cache"] = join(folder, "cache");
  const script = join(folder, "project/tooling/x.mjs");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...argv], { env, cwd: folder }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout.trim() || stderr }),
    );
  });
}

const hello = (): Promise<Ended> => runX(["pnpm", "hello"]);
const said = { code: 0, said: "hello" };

it("a tool is fetched once", async () => {
  expect(await hello()).toEqual(said);
  write("project/.toolchain/pnpm-1.2.3/kept", "");
  expect(await hello()).toEqual(said);
  expect(existsSync(join(tool, "kept"))).toBe(true);
});

it("a tool whose fetch was interrupted is fetched again", async () => {
  rmSync(join(tool, "node_modules/.bin"), { recursive: true });
  expect(await hello()).toEqual(said);
});

it("a tool that two processes fetch at once serves both", async () => {
  rmSync(tool, { recursive: true });
  expect(await Promise.all([hello(), hello()])).toEqual([said, said]);
  expect(readdirSync(dirname(tool))).toEqual(["pnpm-1.2.3"]);
});

it("a script of any pnpm gets the pinned one, and one of the pinned pnpm that `x` started keeps it", async () => {
  const ofPnpm = { npm_config_user_agent: "pnpm/1.2.3 npm/? node/v20.0.0 linux x64" };
  const script = ["node", "-p", "'own'"];
  expect(await runX(script, ofPnpm)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^install .*\nexec node -p 'own'$/),
  });
  const PATH = [join(tool, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  expect(await runX(script, { ...ofPnpm, PATH })).toEqual({ code: 0, said: "own" });
});

it("the product's own programs run where they are called, those of other packages too", async () => {
  const [own, other] = ["project/tooling/tutorial", "project"].map((each) => `${each}/node_modules/.bin/`);
  for (const file of [`${own}proviso`, `${other}proviso-gateway`]) {
    write(file, '#!/bin/sh\necho "${0##*/} $* in $PWD"\n');
    chmodSync(join(folder, file), 0o755);
  }
  const printed = async (argv: readonly string[]) => (await runX(argv)).said.split("\n").at(-1);
  expect(await printed(["proviso", "check"])).toBe(`proviso check in ${folder}`);
  expect(await printed(["proviso", "gateway", "--help"])).toBe(`proviso-gateway --help in ${folder}`);
});

it("the doctor says what is missing, before anything is installed", async () => {
  const nowhere = { npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" };
  const ended = await runX(["doctor"], nowhere);
  expect(ended).toMatchObject({ code: 1, said: expect.stringContaining("missing  the npm registry: ") });
  expect(ended.said).toContain(`ok       Node.js: ${process.version};`);
});
