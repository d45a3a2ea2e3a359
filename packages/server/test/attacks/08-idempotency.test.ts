// Conflicts, leases, expiry and concurrency one by one: `test/stages/replay.test.ts`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { fakeClock } from "../../src/testing.ts";
import { recordsOf } from "../audit/trails.ts";
import { anna, ben, fixture, summary, tool } from "../sample.ts";
import { create, find, input, never, reconciled, type Given } from "../reconciled.ts";
import { surfaces } from "./surfaces.ts";

const idempotencyKey = "k";

for (const [name, attack] of surfaces) {
  test(`${name}: a key tells nobody else that it exists`, async () => {
    const server = fixture({ tools: [tool(), tool({ name: "notes.other" })] });
    const check = async (text: string, principal: typeof anna, called: string, expected: string) =>
      expect(await attack(server, called, { text }, { principal, idempotencyKey })).toBe(expected);
    await check("a", anna, "notes.create", "completed");
    await check("a", ben, "notes.create", "completed");
    await check("b", { ...anna, tenant: "other" }, "notes.create", "completed");
    await check("b", anna, "notes.other", "completed");
    await check("b", anna, "notes.create", "idempotency_conflict");
    await check("a", anna, "notes_create", "replayed");
    await check("a", { ...anna, permissions: [] }, "notes.create", "permission_denied");
    expect(server.ran).toHaveLength(4);
  });
  test(`${name}: a doubt under a key is never run again`, async () => {
    const retry = "sameKey";
    const failureModes = [
      { code: "outcome_unknown", description: "Unknown.", retry, implied: true } as const,
    ];
    const tools = [tool({ failureModes, timeoutMs: 10, idempotency: { key: ["text"], ttlMs: 60_000 } })];
    const server = fixture({ tools, execute: () => new Promise(() => {}) });
    for (let time = 0; time < 3; time++)
      expect(await attack(server, "notes.create", { text: "a" })).toBe("outcome_unknown");
    expect(server.ran).toHaveLength(1);
  });
}

/** Readers that do not tell, or not as their contract says. */
const reads: Readonly<Record<string, NonNullable<Given["read"]>>> = {
  "is slower than its own time": never,
  throws: () => Promise.reject(new Error("broken")),
  "returns another shape": () => ({ id: ["id of a"], text: "a" }),
  "returns more than it may": () => ({ id: "id of a", text: "a", secret: "s" }),
};

for (const [name, attack] of surfaces) {
  const write: Given["write"] = (act) => {
    act();
    return never();
  };
  const brief = { tools: [tool({ ...create, timeoutMs: 20 }), find], write };
  test(`${name}: what was found out is told to nobody else`, async () => {
    const server = reconciled(brief);
    const check = async (principal: typeof anna, expected: string) =>
      expect(await attack(server, "notes.create", input, { principal, idempotencyKey })).toBe(expected);
    await check(anna, "completed");
    await check(anna, "replayed");
    await check({ ...anna, permissions: [] }, "permission_denied");
    await check(ben, "completed");
    expect([server.wrote.length, server.asked.length]).toEqual([2, 2]);
  });
  test.each(Object.entries(reads))(`${name}: a reader that %s leaves a doubt`, async (_, read) => {
    const server = reconciled({ ...brief, read });
    for (let time = 0; time < 2; time++)
      expect(await attack(server, "notes.create", input, { idempotencyKey })).toBe("outcome_unknown");
    expect(server.wrote).toHaveLength(1);
  });
}

test(
  "a process killed in the middle of an effect leaves an intent and a doubt, and no second run",
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "proviso-killed-"));
    const [file, effects] = [join(folder, "state.db"), join(folder, "effects")];
    const worker = new URL("./fixtures/dying-worker.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [worker, file, effects]);
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");

    const clock = fakeClock();
    const server = fixture({ clock, store: sqliteStore({ file, clock }) });
    const again = async () => summary(await server.call("notes.create", { text: "a" }, { idempotencyKey }));
    expect(await again()).toBe("refused in_progress");
    clock.advance(5 * 60_000);
    expect([await again(), await again()]).toEqual(["refused outcome_unknown", "refused outcome_unknown"]);
    expect([server.ran, readFileSync(effects, "utf8")]).toEqual([[], "sent\n"]);

    expect(await verifyAudit(await readSqliteAudit(file))).toMatchObject({ ok: true });
    expect(await recordsOf(await readSqliteAudit(file))).toMatchObject([
      { kind: "intent", tool: "notes.create" },
    ]);
    await server.server.close();
    rmSync(folder, { recursive: true });
  },
);
