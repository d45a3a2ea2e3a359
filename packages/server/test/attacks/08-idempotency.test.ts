// Conflicts, leases, expiry and concurrency one by one: `test/stages/replay.test.ts`.
import { expect, test } from "vitest";
import { anna, ben, fixture, tool } from "../sample.ts";
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
