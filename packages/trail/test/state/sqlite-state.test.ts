import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sqliteState, type SqliteStateOptions } from "../../src/state/sqlite-state.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

/** A folder that does not exist yet. */
function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "proviso-state-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, "data");
}

/** Makes one call with an idempotency key, and closes the server. */
async function callOnce(folder: string, options?: SqliteStateOptions): Promise<string> {
  let ran = false;
  const app = noteServer({
    ...sqliteState(folder, options),
    create() {
      ran = true;
      return { id: "n1" };
    },
  });
  await app.as(anna).notes.create({ text: "a" }, { idempotencyKey: "k" });
  await app.close();
  return ran ? "ran" : "replayed";
}

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test("everything is made on first use, for its owner alone, whatever the umask", async () => {
  const folder = newFolder();
  const { store, audit } = sqliteState(folder);
  await store.put("a", 1, new Date(Date.now() + 60_000));
  const modes = readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]);
  await audit.close();
  await store.close();
  expect(modeOf(folder)).toBe("700");
  expect(Object.fromEntries(modes)).toMatchObject({
    "state.key": "600",
    "audit.key": "600",
    "audit.pub": "600",
    "proviso.sqlite": "600",
    "proviso.sqlite-wal": "600",
    "proviso.sqlite-shm": "600",
  });
});

test("a restart finds what was kept, and the trail is signed by the key in the folder", async () => {
  const folder = newFolder();
  expect(await callOnce(folder)).toBe("ran");
  expect(await callOnce(folder)).toBe("replayed");
  const trail = await readSqliteAudit(join(folder, "proviso.sqlite"));
  const verdict = await verifyAudit(trail, { keys: [readFileSync(join(folder, "audit.pub"), "utf8")] });
  await trail.close();
  expect(verdict).toMatchObject({ ok: true, records: 4 });
});

test("several processes of one folder have a chain each", async () => {
  const folder = newFolder();
  expect(await callOnce(folder, { writer: "one" })).toBe("ran");
  expect(await callOnce(folder, { writer: "two" })).toBe("replayed");
});

describe("is refused, with what to do:", () => {
  /** A folder with state, changed by `change`. */
  async function check(change: (folder: string) => void, message: RegExp): Promise<void> {
    const folder = newFolder();
    await callOnce(folder);
    change(folder);
    expect(() => sqliteState(folder)).toThrow(message);
  }

  test.each(["state.key", "audit.key", "proviso.sqlite"])("a %s that others can read", (name) =>
    check(
      (folder) => chmodSync(join(folder, name), 0o640),
      new RegExp(`others can use .*${name} \\(mode 0640\\): \`chmod 600`),
    ),
  );

  test("a folder that others can write to", () =>
    check((folder) => chmodSync(folder, 0o777), /others can write to the folder .*\(mode 0777\).*chmod 700/));

  test.each(["state.key", "audit.key", "proviso.sqlite"])("a %s that is a link out of the folder", (name) =>
    check((folder) => {
      const elsewhere = join(folder, "..", name);
      writeFileSync(elsewhere, readFileSync(join(folder, name)), { mode: 0o600 });
      rmSync(join(folder, name));
      symlinkSync(elsewhere, join(folder, name));
    }, /is a link that leads out of its folder, to .*: put the file itself there/),
  );

  test.each(["state.key", "audit.key"])("a %s of another length", (name) =>
    check((folder) => truncateSync(join(folder, name), 12), /has 12 bytes and not 32.*put a copy of it back/),
  );

  test.each(["state.key", "audit.key"])("state whose %s is gone, instead of a new key", async (name) => {
    await check((folder) => rmSync(join(folder, name)), new RegExp(`${name} is missing, and .*put a copy`));
  });

  test("another signing key than the one that signed the trail", () =>
    check((folder) => writeFileSync(join(folder, "audit.key"), Buffer.alloc(32, 7)), /key/));

  test("a file where the folder should be", () => {
    const file = newFolder();
    writeFileSync(file, "");
    expect(() => sqliteState(file)).toThrow(/EEXIST|ENOTDIR/);
  });
});

test("a link within the folder is followed, as mounted secrets have them", async () => {
  const folder = newFolder();
  await callOnce(folder);
  mkdirSync(join(folder, "mounted"));
  const target = join(folder, "mounted", "state.key");
  writeFileSync(target, readFileSync(join(folder, "state.key")), { mode: 0o600 });
  rmSync(join(folder, "state.key"));
  symlinkSync(target, join(folder, "state.key"));
  expect(await callOnce(folder)).toBe("replayed");
});

test("nothing is made in a folder that is refused", () => {
  const folder = newFolder();
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(() => sqliteState(folder)).toThrow("others can write");
  expect(existsSync(join(folder, "state.key"))).toBe(false);
});
