import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codeBlocks, proviso } from "./page.ts";
import { root } from "./product-copy.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proviso-approvals-"));
  await proviso(["init", "my-tools", "--yes"], folder);
  folder = join(folder, "my-tools");
  // In place of `npm install`.
  const packages = join(root, "packages");
  const names = await readdir(packages);
  for (const name of names.filter((each) => each !== "generated"))
    await link(`@proviso/${name}`, join(packages, name));
  for (const name of ["client", "server"])
    await link(
      `@modelcontextprotocol/${name}`,
      join(packages, name, "node_modules/@modelcontextprotocol", name),
    );
  await link("@types/node", join(root, "node_modules/@types/node"));
});
afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

async function link(name: string, target: string): Promise<void> {
  const path = join(folder, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "dir");
}

/** Changes a file as a block says, whose parts are divided by lines with `…`. */
async function apply(path: string, diff: string): Promise<void> {
  let text = await readFile(join(folder, path), "utf8");
  for (const part of diff.split(/^…\n/m)) {
    const lines = part.match(/.*\n/g) ?? [];
    const side = (without: string): string =>
      lines
        .filter((line) => !line.startsWith(without))
        .map((line) => line.slice(1))
        .join("");
    expect(text).toContain(side("+"));
    text = text.replace(side("+"), () => side("-"));
  }
  await writeFile(join(folder, path), text);
}

/** What a new project answers over stdio to a call of its tool that needs a person. */
async function refusal(): Promise<string> {
  const server = spawn(process.execPath, ["dist/main.js"], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", XDG_STATE_HOME: join(folder, "state") },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(server, "exit");
  const say = (message: object): void =>
    void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "host", version: "1.0.0" };
  say({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/call", params: { name: "notes_remove", arguments: { noteId: "note_1" } } });
  for await (const line of createInterface({ input: server.stdout })) {
    if ((JSON.parse(line) as { id?: number }).id !== 2) continue;
    server.kill();
    // Until it has ended, it writes into the folder that is removed.
    await ended;
    return line;
  }
  throw new Error("the server has ended");
}

it("the page's changes give a new project an inbox, which tells an agent over stdio no address that nobody serves", async () => {
  const diffs = (await codeBlocks("approvals")).filter(({ language }) => language === "diff");
  expect(diffs.map(({ title }) => title)).toEqual(["src/app.ts", "src/main.ts"]);
  for (const { title, text } of diffs) await apply(title, text);
  await proviso(["generate"], folder);
  const compiled = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [join(root, "tooling/tutorial/node_modules/typescript/bin/tsc")],
      { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } },
      (_error, stdout) => resolve(stdout),
    ),
  );
  expect(compiled).toBe("");
  const said = await refusal();
  expect(said).toContain("approval_pending");
  expect(said).toContain("where this product shows pending approvals; its id is");
  expect(said).not.toContain("http://");
});
