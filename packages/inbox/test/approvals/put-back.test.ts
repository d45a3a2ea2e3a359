// Attack 36 of the list: somebody who can write the database without our keys puts an earlier state back.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "@proviso/postgres";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { fingerprintOfText } from "../../../server/src/canonical/fingerprint.ts";
import { sqliteAudit } from "../../../trail/src/trail/sqlite-audit.ts";
import { postgresAudit } from "../../../trail/src/trail/postgres-audit.ts";
import { memoryAudit } from "../../../server/src/testing.ts";
import { summary } from "../../../server/test/sample.ts";
import { annaHerself, inboxFixture, input, waitFor } from "./people.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

function inFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proviso-put-back-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return join(folder, "state.db");
}

const trails: Readonly<Record<string, () => AuditSink | Promise<AuditSink>>> = {
  memory: memoryAudit,
  sqlite: () => sqliteAudit({ file: inFolder() }),
  async postgres() {
    const connectionString = await (await (cluster ??= startCluster())).createDatabase();
    return postgresAudit({ connectionString, answerWithinMs });
  },
};

const far = new Date("2027-01-01");

describe.each(Object.entries(trails))("with a trail in %s", (_name, open) => {
  async function start() {
    const audit = await open();
    cleanups.push(() => audit.close());
    const faults: string[] = [];
    const server = inboxFixture({ audit, onFault: (error) => void faults.push(String(error)) });
    const rows = async () => (await server.store.list?.("pending:")) ?? [];
    return {
      server: { ...server, auditOfTrail: audit },
      faults,
      rows,
      call: async () => summary(await server.call("notes.create", input)),
    };
  }

  test("an approval that was used runs nothing again, and an operator is told", async () => {
    const { server, call, faults, rows } = await start();
    await server.desk.approve(await waitFor(server), annaHerself);
    const [approved] = await rows();
    if (!approved) throw new Error("it is approved");
    const words = [await call()];
    for (let time = 0; time < 3; time++) {
      await server.store.put(approved.key, approved.value, far);
      words.push(await call());
    }
    expect(words).toEqual(["completed", ...Array(3).fill("refused confirmation_unanswered")]);
    expect(server.ran).toHaveLength(1);
    expect(faults).toHaveLength(3);
    expect(faults[0]).toContain("was in the store again");
  });

  test("a denial stays one, though what was approved before is put back", async () => {
    const { server, call, rows } = await start();
    const id = await waitFor(server);
    await server.desk.approve(id, annaHerself);
    const [approved] = await rows();
    if (!approved) throw new Error("it is approved");
    await server.desk.deny(id, annaHerself);
    await server.store.put(approved.key, approved.value, far);
    expect(await call()).toBe("refused confirmation_unanswered");
    expect(server.ran).toEqual([]);
  });

  test.each(["removed", "put back", "written anew"])("a pause that was %s stops every call", async (how) => {
    const { server, call, faults } = await start();
    const { pauses } = server.server;
    const by = { operator: "olga" };
    await pauses.pause("domain:other", by).catch(() => {});
    await pauses.pause("tool:notes.create", by);
    await pauses.resume("tool:notes.create", by);
    const before = await server.store.get("paused");
    await pauses.pause("tool:notes.create", by);
    if (how === "removed") await server.store.delete("paused");
    else
      await server.store.put(
        "paused",
        how === "put back" ? (before?.value ?? null) : { last: 9, pauses: [] },
        far,
      );
    // A process that has seen nothing of it.
    const other = inboxFixture({
      store: server.store,
      clock: server.clock,
      audit: server.auditOfTrail,
      onFault: (error) => void faults.push(String(error)),
    });
    expect(summary(await other.call("notes.create", input))).not.toMatch(/completed|approval_pending/);
    expect(faults.join()).toContain("pause again what must not run");
    if (how === "written anew") {
      // What cannot be read is not written over: it may be a newer version's.
      await expect(other.server.pauses.pause("tool:notes.create", by)).rejects.toThrow("delete the row");
      await server.store.delete("paused");
    }
    await other.server.pauses.pause("tool:notes.create", by);
    expect(summary(await other.call("notes.create", input))).toBe("refused paused");
    expect(await call()).not.toBe("completed");
  });

  test("an answer in the client counts once, though the mark of its use is removed", async () => {
    const { server } = await start();
    const asked = await server.call("notes.create", input, { canAsk: true });
    if (asked.kind !== "input_required") throw new Error(summary(asked));
    const say = async (confirm: boolean) => {
      const answer = { state: asked.state, action: "accept", content: { confirm } } as const;
      const outcome = summary(await server.call("notes.create", input, { answer }));
      for (const { key } of (await server.store.list?.("approval:")) ?? []) await server.store.delete(key);
      return outcome;
    };
    expect([await say(true), await say(true)]).toEqual(["completed", "refused confirmation_unanswered"]);
    expect(server.ran).toHaveLength(1);
  });

  test("a no in the client counts, though the mark of its use is removed", async () => {
    const { server } = await start();
    const asked = await server.call("notes.create", input, { canAsk: true });
    if (asked.kind !== "input_required") throw new Error(summary(asked));
    const say = async (confirm: boolean) => {
      const answer = { state: asked.state, action: "accept", content: { confirm } } as const;
      const outcome = summary(await server.call("notes.create", input, { answer }));
      for (const { key } of (await server.store.list?.("approval:")) ?? []) await server.store.delete(key);
      return outcome;
    };
    expect([await say(false), await say(true)]).toEqual([
      "refused confirmation_declined",
      "refused confirmation_unanswered",
    ]);
    expect(server.ran).toEqual([]);
  });
});

test("a call that nobody has to approve asks the trail nothing, and one that was approved asks once", async () => {
  const audit = memoryAudit();
  let asked = 0;
  let wanted = "";
  const endsOf: AuditSink["endsOf"] = async (request) => {
    if (request === wanted) asked++;
    return (await audit.endsOf?.(request)) ?? [];
  };
  const server = inboxFixture({ audit: { ...audit, endsOf } });
  const id = await waitFor(server);
  wanted = fingerprintOfText(id);
  await server.desk.approve(id, annaHerself);
  expect(asked).toBe(0);
  await server.call("notes.create", input);
  expect(asked).toBe(1);
});

test("if the trail does not say whether an approval was used, nothing runs", async () => {
  let isGone = false;
  const endsOf = async () => (isGone ? Promise.reject(new Error("disk")) : []);
  let wanted = "";
  const endsOfOne = async (request: string) => (request === wanted ? endsOf() : []);
  const server = inboxFixture({ audit: { ...memoryAudit(), endsOf: endsOfOne } });
  const id = await waitFor(server);
  await server.desk.approve(id, annaHerself);
  [isGone, wanted] = [true, fingerprintOfText(id)];
  expect(summary(await server.call("notes.create", input))).toBe("refused server_unavailable");
  expect(server.ran).toEqual([]);
});

test("SQLite looks the use up by an index", () => {
  const file = inFolder();
  const audit = sqliteAudit({ file });
  const database = new DatabaseSync(file, { readOnly: true });
  cleanups.push(
    () => audit.close(),
    () => database.close(),
  );
  const plan = database
    .prepare("explain query plan select hash from proviso_audit where ends = ? limit 2")
    .all("r");
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH proviso_audit USING INDEX proviso_audit_ends (ends=?)",
  ]);
});
