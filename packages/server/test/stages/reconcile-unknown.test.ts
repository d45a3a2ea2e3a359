// What leaves the outcome of a call unknown, although its contract names a reader.
import { expect, test } from "vitest";
import { memoryAudit } from "../../src/testing.ts";
import { afterDeath, create, find, input, never, reconciled, type Given } from "../reconciled.ts";
import { preview, summary, tool } from "../sample.ts";

const idempotencyKey = "k";
const brief = [tool({ ...create, timeoutMs: 20 }), find];
const actsThenHangs: Given["write"] = (act) => {
  act();
  return never();
};

const found = { id: "id of a", text: "a" };
/** A reader that tells nothing. */
const silent: Readonly<Record<string, Given>> = {
  "fails as declared": { read: (_, { fail }) => Promise.reject(fail["noteNotFound"]?.()) },
  "throws something else": { read: () => Promise.reject(new Error("broken")) },
  "takes too long": { read: never },
  "returns what does not fit its own contract": { read: () => ({ ...found, more: 1 }) },
  "returns nothing": { read: () => undefined },
  "is refused by a policy": { policies: { "notes.find": () => ({ effect: "deny", reason: "no" }) } },
  "is hidden from this caller": { visible: ({ name }) => name !== "notes.find" },
  "may not be called now": { tools: [brief[0] ?? create, tool({ ...find, permissions: ["notes:read"] })] },
  "has used up its limit": {
    tools: [brief[0] ?? create, tool({ ...find, rateLimit: { limit: 0, perMs: 60_000 } })],
  },
  "does not have what the write returns": {
    tools: [brief[0] ?? create, tool({ ...find, outputSchema: {} })],
    read: () => ({ text: "a" }),
  },
  "has it in another form": {
    tools: [brief[0] ?? create, tool({ ...find, outputSchema: {} })],
    read: () => ({ id: 7 }),
  },
  "wants what the write does not have": {
    tools: [brief[0] ?? create, tool({ ...find, inputSchema: { required: ["callId", "page"] } })],
  },
};

for (const [why, given] of Object.entries(silent)) {
  test(`a reader that ${why} leaves the outcome unknown, and the key as it was`, async () => {
    const server = reconciled({ tools: brief, write: actsThenHangs, ...given });
    for (const run of [1, 2]) {
      const outcome = await server.call("notes.create", input, { idempotencyKey });
      expect([run, summary(outcome)]).toEqual([run, "failed outcome_unknown"]);
    }
    expect(server.wrote).toHaveLength(1);
    const { next } = await afterDeath((act) => act(), { tools: [create, find], ...given });
    const after = next();
    const outcome = await after.call("notes.create", input, { idempotencyKey });
    expect([summary(outcome), after.wrote]).toEqual(["refused outcome_unknown", []]);
  });
}

test("a reader that cannot be put on record tells nothing", async () => {
  const audit = memoryAudit();
  const server = reconciled({
    tools: brief,
    write: actsThenHangs,
    audit: {
      ...audit,
      append: (entry) => (entry.tool === "notes.find" ? Promise.reject(Error()) : audit.append(entry)),
    },
  });
  expect(summary(await server.call("notes.create", input))).toBe("failed outcome_unknown");
});

test("an outcome that cannot be put on record stays unknown; a repeated call gets it once it can", async () => {
  const audit = memoryAudit();
  let isBroken = true;
  const server = reconciled({
    audit: {
      ...audit,
      append: (entry) =>
        isBroken && entry.kind === "outcome" ? Promise.reject(Error()) : audit.append(entry),
    },
  });
  const repeat = async () => summary(await server.call("notes.create", input, { idempotencyKey }));
  expect(await repeat()).toBe("failed outcome_unknown");
  expect(server.asked).toEqual([]);
  isBroken = false;
  expect(await repeat()).toBe("replayed");
});

test("a server that shuts down begins no call of the reader", async () => {
  const server = reconciled({ write: actsThenHangs });
  const call = server.call("notes.create", input);
  while (server.wrote.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await server.server.close({ graceMs: 10 });
  expect([summary(await call), server.asked]).toEqual(["failed outcome_unknown", []]);
  expect(server.audit.records.filter(({ tool: name }) => name === "notes.find")).toEqual([]);
});

test("a dry run looks nothing up", async () => {
  const planned = tool({ ...create, timeoutMs: 20, dryRun: { preview } as never });
  const server = reconciled({ tools: [planned, find], write: never });
  await server.call("notes.create", input, { idempotencyKey });
  const plan = await server.call("notes.create", { ...input, dryRun: true }, { idempotencyKey });
  expect([plan.kind, server.asked.length]).toEqual(["planned", 1]);
});
