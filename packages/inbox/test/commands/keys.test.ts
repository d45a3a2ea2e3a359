import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEnforcingServer, type Outcome } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { expect, onTestFinished, test } from "vitest";
import { inbox } from "../../src/inbox/inbox.ts";
import { run } from "../../src/keys/run.ts";
import { anna, manifest } from "./refunds.ts";

function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "proviso-keys-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, ".data");
}

async function say(...argv: readonly string[]): Promise<readonly [code: number, said: string]> {
  const said: string[] = [];
  const code = await run(argv, {
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    color: false,
  });
  return [code, said.join("\n")];
}

async function check(
  argv: readonly string[],
  expected: readonly [code: number, said: RegExp],
): Promise<void> {
  expect(await say(...argv)).toEqual([expected[0], expect.stringMatching(expected[1])]);
}

interface KeyOnList {
  readonly kind: string;
  readonly role: string;
  readonly id: string;
  readonly neededFor: { readonly values: number; readonly writers: readonly string[] } | null;
}

async function listed(folder: string): Promise<readonly KeyOnList[]> {
  const [code, text] = await say("list", folder, "--json");
  expect(code).toBe(0);
  return (JSON.parse(text) as { readonly keys: readonly KeyOnList[] }).keys;
}

/** Starts a server, makes one call that needs a person, and stops it. */
async function callOnce(folder: string): Promise<Outcome> {
  const server = createEnforcingServer({
    ...sqliteState(folder),
    approvals: inbox(),
    manifest,
    handlers: { "refunds.pay": () => ({ id: "1" }) } as never,
    ports: () => ({}),
  });
  const outcome = await server.invoke("refunds.pay", { to: "a", amount: 10 }, { principal: anna });
  await server.close();
  return outcome;
}

function waitingIn(outcome: Outcome): unknown {
  return "failure" in outcome ? outcome.failure.details?.["approval"] : outcome.kind;
}

test("the commands on the page rotate the keys, and an approval that waits is not forgotten", async () => {
  const page = readFileSync(
    new URL("../../../../apps/docs/src/content/docs/keys.mdx", import.meta.url),
    "utf8",
  );
  const commands = [...page.matchAll(/^proviso keys (\w+) \.data/gm)].map(([, command = ""]) => command);
  expect(commands).toEqual(["new", "rotate", "list"]);
  const folder = newFolder();
  const waits = waitingIn(await callOnce(folder));
  for (const command of commands) {
    await check([command, folder], [0, /state {2}current/]);
    expect(waitingIn(await callOnce(folder))).toBe(waits);
  }
  expect((await listed(folder)).map(({ kind, role }) => `${kind} ${role}`)).toEqual([
    "state current",
    "audit current",
    "state former",
    "audit former",
  ]);
});

test("a former key stays until nothing needs it, or --force", async () => {
  const folder = newFolder();
  const waits = waitingIn(await callOnce(folder));
  await say("new", folder);
  await say("rotate", folder);
  const former = (await listed(folder)).filter(({ role }) => role === "former");
  // The approval, and the list of what waits for its caller.
  expect(former.map(({ neededFor }) => neededFor)).toMatchObject([
    { values: 2, writers: [] },
    { values: 0, writers: ["main"] },
  ]);
  const [state, audit] = former.map(({ id }) => id) as [string, string];
  await check(
    ["remove", folder, audit],
    [1, /still needed for the chain of main: start each of these writers/],
  );
  await check(["remove", folder, state], [1, /still needed for 2 stored values, until \d{4}-.*--force/]);
  expect(waitingIn(await callOnce(folder))).toBe(waits);
  await check(["remove", folder, audit.slice(0, 6)], [0, /servers forget this key/]);
  await check(["remove", folder, state, "--force"], [0, /servers forget this key/]);
  expect((await listed(folder)).map(({ role }) => role)).toEqual(["current", "current"]);
  const anew = waitingIn(await callOnce(folder));
  expect(anew).toMatch(/^[0-9a-f]{48}$/);
  expect(anew).not.toBe(waits);
});

test("where nobody can count what needs a former key, it stays, or --force", async () => {
  const folder = newFolder();
  for (const command of ["new", "new", "rotate"]) await say(command, folder);
  const keys = await listed(folder);
  expect(keys.map(({ neededFor }) => neededFor)).toEqual(keys.map(() => null));
  await check(["list", folder], [0, /not counted[^]*there is no SQLite database in the folder/]);
  const former = keys.filter(({ role }) => role === "former").map(({ id }) => id);
  expect(former.length).toBeGreaterThan(0);
  for (const id of former) {
    await check(["remove", folder, id], [1, /there is no SQLite database in the folder; --force/]);
    await check(["remove", folder, id, "--force"], [0, /servers forget this key/]);
  }
});

test("a next key can be taken back", async () => {
  const folder = newFolder();
  await say("new", folder);
  await say("new", folder);
  for (const { id, role } of await listed(folder))
    if (role === "next") await check(["remove", folder, id], [0, /forget/]);
  await check(["rotate", folder], [1, /has no next keys: make them with `proviso keys new/]);
});

test("wrong command lines are refused, with what to do", async () => {
  const folder = newFolder();
  await check([], [2, /Usage: proviso keys COMMAND/]);
  await check(["--help"], [0, /rotate/]);
  await check(["remove", "--help"], [0, /--force/]);
  await check(["turn", folder], [2, /there is no command `turn`/]);
  await check(["list"], [2, /write proviso keys list FOLDER/]);
  await check(["remove", folder], [2, /write proviso keys remove FOLDER ID/]);
  await check(["list", folder, "--all"], [2, /--all/]);
  for (const command of ["list", "rotate"]) await check([command, folder], [2, /there is no folder/]);
  await check(["new", folder], [0, /these are the first keys/]);
  await check(["remove", folder, "000000000000"], [1, /is not the id/]);
  const [current] = await listed(folder);
  await check(["remove", folder, current?.id ?? ""], [1, /is the current state key/]);
});
