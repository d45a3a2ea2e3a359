import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keyUse } from "../../src/state/key-use.ts";
import { keysIn, listKeys } from "../../src/state/keys-in.ts";
import { newKeys, removeKey, rotateKeys } from "../../src/state/rotate-keys.ts";
import { sqliteState } from "../../src/state/sqlite-state.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

/** A folder that does not exist yet. */
function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "proviso-keys-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, "data");
}

/** Makes one call with an idempotency key on a server that starts and stops. */
async function callOnce(folder: string, idempotencyKey = "k", writer?: string): Promise<string> {
  let ran = false;
  const app = noteServer({
    ...sqliteState(folder, writer === undefined ? {} : { writer }),
    create() {
      ran = true;
      return { id: "n1" };
    },
  });
  try {
    await app.as(anna).notes.create({ text: "a" }, { idempotencyKey });
    return ran ? "ran" : "replayed";
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  } finally {
    await app.close();
  }
}

async function verify(folder: string, ...names: readonly string[]) {
  const trail = await readSqliteAudit(join(folder, "proviso.sqlite"));
  const keys = names.map((name) => readFileSync(join(folder, name), "utf8"));
  const verdict = await verifyAudit(trail, { keys });
  await trail.close();
  return verdict.ok ? "whole" : verdict.problem;
}

function check(folder: string, expected: readonly string[]): void {
  expect(listKeys(folder).map(({ kind, role }) => `${role} ${kind}`)).toEqual(expected);
}

test("new, rotate and remove: nothing is forgotten until the former key goes, and nothing runs twice", async () => {
  const folder = newFolder();
  expect(await callOnce(folder)).toBe("ran");
  const [first] = listKeys(folder);
  newKeys(folder);
  check(folder, ["current state", "current audit", "next state", "next audit"]);
  expect(await callOnce(folder)).toBe("replayed");
  rotateKeys(folder);
  check(folder, ["current state", "current audit", "former state", "former audit"]);
  expect(await callOnce(folder)).toBe("replayed");
  expect(await callOnce(folder, "other")).toBe("ran");
  expect(await verify(folder, "audit.pub")).toBe("whole");
  removeKey(folder, first?.id ?? "");
  expect(await callOnce(folder)).toBe("outcome_unknown");
  expect(await callOnce(folder, "other")).toBe("replayed");
  expect(await verify(folder, "audit.pub")).toBe("whole");
});

test("a server that starts after a rotation changes the key of its chain at once, and of no other chain", async () => {
  const folder = newFolder();
  await callOnce(folder);
  await callOnce(folder, "k", "idle");
  newKeys(folder);
  rotateKeys(folder);
  const { audit, store } = sqliteState(folder);
  await audit.close();
  await store.close();
  const trail = await readSqliteAudit(join(folder, "proviso.sqlite"));
  const heads = (await trail.heads()) as readonly { readonly writer: string; readonly keyId: string }[];
  await trail.close();
  const ids = listKeys(folder)
    .filter(({ kind }) => kind === "audit")
    .map(({ id }) => id);
  expect(heads.map(({ writer, keyId }) => [writer, ids.indexOf(keyId)])).toEqual([
    ["idle", 1],
    ["main", 0],
  ]);
  // The chain that nobody writes is verified with the public half of the key that it has.
  expect(await verify(folder, "audit.pub")).toBe("head_unknown_key");
  const former = readdirSync(folder).find((name) => /^audit\.former-.*\.pub$/.test(name)) ?? "";
  expect(await verify(folder, "audit.pub", former)).toBe("whole");
});

test("the chain of the terminal gets the new key with the next start of a server", async () => {
  const folder = newFolder();
  await callOnce(folder);
  await callOnce(folder, "k", "terminal");
  newKeys(folder);
  rotateKeys(folder);
  await callOnce(folder, "after");
  const [former] = listKeys(folder).filter(({ kind, role }) => kind === "audit" && role === "former");
  if (!former) throw new Error("there is no former key");
  expect(await keyUse(folder, former)).toMatchObject({ writers: [] });
  expect(await verify(folder, "audit.pub")).toBe("whole");
});

test("two processes: the one that is restarted later reads what the other one writes, and shares its chain", async () => {
  const folder = newFolder();
  await callOnce(folder);
  newKeys(folder);
  const older = noteServer({ ...sqliteState(folder), create: () => ({ id: "older" }) });
  rotateKeys(folder);
  const newer = noteServer({ ...sqliteState(folder), create: () => ({ id: "newer" }) });
  const callBoth = async (idempotencyKey: string, ...apps: readonly (typeof older)[]) => {
    const results = [];
    for (const app of apps) results.push(await app.as(anna).notes.create({ text: "a" }, { idempotencyKey }));
    return results.map(({ id }) => id);
  };
  expect(await callBoth("one", newer, older)).toEqual(["newer", "newer"]);
  expect(await callBoth("two", older, newer)).toEqual(["older", "older"]);
  await older.close();
  await newer.close();
  expect(await verify(folder, "audit.pub")).toBe("whole");
});

test("all files are for their owner alone", () => {
  const folder = newFolder();
  newKeys(folder);
  newKeys(folder);
  rotateKeys(folder);
  newKeys(folder);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(modes).toEqual(modes.map(() => 0o600));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const file = join(folder, "state.next.key");
  chmodSync(file, 0o640);
  expect(() => keysIn(folder)).toThrow(/others can use .*state\.next\.key/);
});

test("the first keys are made in an empty folder, then the next ones, and no further ones before a rotation", () => {
  const folder = newFolder();
  expect(newKeys(folder).map(({ role }) => role)).toEqual(["current", "current"]);
  expect(newKeys(folder).map(({ role }) => role)).toEqual(["next", "next"]);
  expect(() => newKeys(folder)).toThrow("has next keys already");
  rotateKeys(folder);
  expect(() => rotateKeys(folder)).toThrow("has no next keys");
});

test("a next key that was copied from another machine is kept", () => {
  const [one, two] = [newFolder(), newFolder()];
  newKeys(one);
  newKeys(two);
  copyFileSync(join(one, "state.key"), join(two, "state.key"));
  newKeys(one);
  copyFileSync(join(one, "state.next.key"), join(two, "state.next.key"));
  expect(newKeys(two).map(({ kind, role }) => `${role} ${kind}`)).toEqual(["next audit"]);
  rotateKeys(one);
  rotateKeys(two);
  expect(keysIn(two).stateKeys).toEqual(keysIn(one).stateKeys);
});

test("nothing is rotated while a file with the name of a former key holds another one", () => {
  const folder = newFolder();
  newKeys(folder);
  newKeys(folder);
  const [current] = listKeys(folder);
  const former = join(folder, `state.former-${current?.id.slice(0, 12)}.key`);
  writeFileSync(former, new Uint8Array(32).fill(1), { mode: 0o600 });
  const before = readFileSync(join(folder, "state.key"));
  expect(() => rotateKeys(folder)).toThrow("holds another key than its name says");
  expect(readFileSync(join(folder, "state.key"))).toEqual(before);
  copyFileSync(join(folder, "state.key"), former);
  rotateKeys(folder);
  expect(readFileSync(former)).toEqual(before);
});

test("no kind of key is rotated while one of them would overwrite another", () => {
  const folder = newFolder();
  newKeys(folder);
  newKeys(folder);
  const id = listKeys(folder).find(({ kind }) => kind === "audit")?.id;
  const former = `audit.former-${id?.slice(0, 12)}.key`;
  writeFileSync(join(folder, former), new Uint8Array(32).fill(1), { mode: 0o600 });
  const before = readdirSync(folder);
  expect(() => rotateKeys(folder)).toThrow("holds another key than its name says");
  expect(readdirSync(folder)).toEqual(before);
});

test("a key that is removed leaves no copy in its folder", () => {
  const folder = newFolder();
  newKeys(folder);
  newKeys(folder);
  rotateKeys(folder);
  const [former] = listKeys(folder).filter(({ role }) => role === "former");
  if (!former) throw new Error("there is no former key");
  const secret = readFileSync(join(folder, former.file));
  // A rotation that was interrupted, and a process that was killed a moment ago.
  for (const name of ["state.next.key", `state.key.${"1".repeat(36)}`])
    copyFileSync(join(folder, former.file), join(folder, name));
  removeKey(folder, former.id);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name))).not.toEqual(secret);
  check(folder, ["current state", "current audit", "former audit"]);
});

test("keys that are not there, are ambiguous or current are not removed", () => {
  const folder = newFolder();
  newKeys(folder);
  const [current] = listKeys(folder);
  expect(() => removeKey(folder, "000000000000")).toThrow("is not the id");
  expect(() => removeKey(folder, "")).toThrow("is not the id");
  expect(() => removeKey(folder, current?.id ?? "")).toThrow("is the current state key");
});

const program = new URL("./fixtures/crash-rotation.ts", import.meta.url).pathname;

/** Ends before the change with this number; false if there are no so many. */
function crash(folder: string, command: "new" | "rotate", before: number): boolean {
  const { status } = spawnSync(process.execPath, [program, folder, command, String(before)]);
  expect([0, 9]).toContain(status);
  return status === 9;
}

test.each(["new", "rotate"] as const)(
  "whatever step of `%s` is the last one before a crash, the folder works, and doing it again ends it",
  async (command) => {
    let crashes = 0;
    for (let before = 0; ; before++) {
      const folder = newFolder();
      await callOnce(folder);
      if (command === "rotate") newKeys(folder);
      if (!crash(folder, command, before)) break;
      crashes++;
      expect(await callOnce(folder)).toBe("replayed");
      const roles = listKeys(folder).map(({ kind, role }) => `${role} ${kind}`);
      expect(roles.slice(0, 2)).toEqual(["current state", "current audit"]);
      if (command === "new" && roles.length < 4) newKeys(folder);
      if (roles.some((role) => role.startsWith("next")) || command === "new") rotateKeys(folder);
      check(folder, ["current state", "current audit", "former state", "former audit"]);
      expect(await callOnce(folder)).toBe("replayed");
      expect(await verify(folder, "audit.pub")).toBe("whole");
    }
    // Draft, link and clean-up of each key at least.
    expect(crashes).toBeGreaterThanOrEqual(6);
  },
);

test("what a killed process has left of a key goes, unless it is still being written", () => {
  const folder = newFolder();
  newKeys(folder);
  const [left, beingWritten] = ["1", "2"].map((digit) => `state.next.key.${digit.repeat(36)}`) as [
    string,
    string,
  ];
  for (const name of [left, beingWritten]) copyFileSync(join(folder, "state.key"), join(folder, name));
  utimesSync(join(folder, left), 0, 0);
  newKeys(folder);
  expect(readdirSync(folder).filter((name) => name.startsWith("state.next.key."))).toEqual([beingWritten]);
});

test("what needs a key is counted: stored values with their end, and the chains that end with it", async () => {
  const folder = newFolder();
  newKeys(folder);
  expect(await uses(folder)).toEqual(["no database", "no database"]);
  await callOnce(folder);
  await callOnce(folder, "k", "idle");
  newKeys(folder);
  rotateKeys(folder);
  expect(await uses(folder)).toEqual(["0", "", "1, for a day", "idle main"]);
  await callOnce(folder, "other");
  expect(await uses(folder)).toEqual(["1, for a day", "main", "1, for a day", "idle"]);
});

async function uses(folder: string): Promise<readonly string[]> {
  const found = listKeys(folder).map(async (key) => {
    const use = await keyUse(folder, key);
    if (!use) return "no database";
    if (key.kind === "audit") return use.writers.join(" ");
    const hours = use.until && Math.round((use.until.getTime() - Date.now()) / 3_600_000);
    return hours === undefined
      ? String(use.values)
      : `${use.values}, for ${hours === 24 ? "a day" : `${hours} h`}`;
  });
  return Promise.all(found);
}

test("the keys of a folder go with a store and a trail of one's own", () => {
  const folder = newFolder();
  const { stateKeys, signing } = keysIn(folder);
  expect(stateKeys.map((key) => key.length)).toEqual([32]);
  expect(signing).toMatchObject({ formerKeys: [], nextKeys: [] });
});
