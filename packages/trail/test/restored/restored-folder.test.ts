// The folder of `sqliteState` is put back whole, as from a backup: it looks as it did on an older day.
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sqliteState, type SqliteStateOptions } from "../../src/state/sqlite-state.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { recordsOf, temporaryFolder } from "../audit/trails.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

let [data, parent] = ["", ""];
beforeEach(() => {
  parent = temporaryFolder();
  data = join(parent, "data");
  const stateHome = process.env["XDG_STATE_HOME"];
  process.env["XDG_STATE_HOME"] = mkdtempSync(join(parent, "home-"));
  onTestFinished(() => void (process.env["XDG_STATE_HOME"] = stateHome));
});

/** Makes one call with this key, and says whether it had an effect. */
async function callOnce(key: string, options?: SqliteStateOptions): Promise<string> {
  let ran = "replayed";
  const app = noteServer({
    ...sqliteState(data, options),
    create({ text }) {
      ran = "ran";
      return { id: text };
    },
  });
  await app.as(anna).notes.create({ text: key }, { idempotencyKey: key });
  await app.close();
  return ran;
}

const backUp = (): void => cpSync(data, join(parent, "backup"), { recursive: true });

function restore(): void {
  rmSync(data, { recursive: true });
  cpSync(join(parent, "backup"), data, { recursive: true });
}

const isOld = /was put back to an older day/;

test("a folder that was put back whole is refused, and no call runs again", async () => {
  await callOnce("a");
  backUp();
  await callOnce("b");
  restore();
  await expect(callOnce("b")).rejects.toThrow(isOld);
});

test("a folder that was put back elsewhere is refused too, and one that was moved is not", async () => {
  await callOnce("a");
  renameSync(data, join(parent, "moved"));
  data = join(parent, "moved");
  expect(await callOnce("a")).toBe("replayed");
  backUp();
  await callOnce("b");
  cpSync(join(parent, "backup"), join(parent, "elsewhere"), { recursive: true });
  data = join(parent, "elsewhere");
  await expect(callOnce("b")).rejects.toThrow(isOld);
});

test("an operator who says so begins with the older folder, and why is on record", async () => {
  await callOnce("a");
  backUp();
  await callOnce("b");
  restore();
  const restored = { reason: "the disk failed", until: new Date(Date.now() + 60_000).toISOString() };
  expect(await callOnce("b", { restored })).toBe("ran");
  expect(await callOnce("b")).toBe("replayed");
  const file = join(data, "proviso.sqlite");
  const trail = await readSqliteAudit(file);
  expect(await verifyAudit(trail)).toMatchObject({ ok: true });
  await trail.close();
  expect(await recordsOf(await readSqliteAudit(file))).toContainEqual(
    expect.objectContaining({ event: "proviso.audit.restored", details: expect.anything() }),
  );
});

test("a new folder in the place of a removed one begins anew", async () => {
  await callOnce("a");
  rmSync(data, { recursive: true });
  expect(await callOnce("a")).toBe("ran");
});

test("heads beside the database move out of the folder", async () => {
  const headFile = join(data, "proviso.sqlite.head.json");
  await callOnce("a", { headFile });
  expect(existsSync(headFile)).toBe(true);
  await callOnce("b");
  expect(existsSync(headFile)).toBe(false);
  backUp();
  await callOnce("c");
  restore();
  await expect(callOnce("c")).rejects.toThrow(isOld);
});

test("where no folder for state can be made, the heads are beside the database", async () => {
  const blocked = join(parent, "file");
  writeFileSync(blocked, "");
  process.env["XDG_STATE_HOME"] = blocked;
  await callOnce("a");
  expect(readdirSync(data)).toContain("proviso.sqlite.head.json");
});
