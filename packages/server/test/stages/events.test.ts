// Audit events that handlers record themselves.
import { expect, test } from "vitest";
import { fixture, preview, summary, tool, type Fixture } from "../sample.ts";

const input = { text: "a" };

async function run(execute: NonNullable<Fixture["execute"]>, given: Fixture = {}) {
  const server = fixture({ execute, ...given });
  const outcome = await server.call("notes.create", input);
  return { ...server, outcome };
}

test("events of a handler are in the same chain as its call, between intent and outcome, in their order", async () => {
  const { audit, outcome } = await run(async (_, context) => {
    for (const to of ["a", "b"]) await context.audit("email.sent", { to });
    await context.audit("campaign.ended");
    return { id: "n" };
  });
  expect(summary(outcome)).toBe("completed");
  const [intent] = audit.records;
  // The contract is that of the intent.
  expect(audit.records.map((record) => "contractHash" in record)).toEqual([true, false, false, false, false]);
  const own = audit.records.map(({ kind, event, number, details }) => ({ kind, event, number, details }));
  expect(own).toEqual([
    { kind: "intent", event: "note.created" },
    { kind: "event", event: "email.sent", number: 1, details: { to: "a" } },
    { kind: "event", event: "email.sent", number: 2, details: { to: "b" } },
    { kind: "event", event: "campaign.ended", number: 3 },
    { kind: "outcome", event: "note.created" },
  ]);
  for (const record of audit.records)
    expect(record).toMatchObject({ callId: intent?.callId, tool: "notes.create" });
});

test("an event is durable when the handler goes on, and secrets are left out by their names", async () => {
  const seen: unknown[] = [];
  const { audit } = fixture();
  await run(
    async (_, context) => {
      await context.audit("key.issued", { key: { apiKey: "s3cret", id: 7 } });
      seen.push(...audit.records.filter(({ kind }) => kind === "event").map(({ details }) => details));
      return { id: "n" };
    },
    { audit },
  );
  expect(seen).toEqual([{ key: { apiKey: "[redacted]", id: 7 } }]);
});

test("an event that cannot be recorded rejects, and what came of the call is then in doubt", async () => {
  const { audit } = fixture();
  const { outcome } = await run(
    async (_, context) => {
      await context.audit("email.sent");
      return { id: "n" };
    },
    {
      audit: {
        ...audit,
        append: (entry) =>
          entry.kind === "event" ? Promise.reject(new Error("disk full")) : audit.append(entry),
      },
      onFault: () => {},
    },
  );
  expect(summary(outcome)).toBe("failed outcome_unknown");
});

test.each([
  ["a type that is none", "Email sent!", {}],
  ["an empty type", "", {}],
  ["a type with something before it", "!email.sent", {}],
  ["a type with something after it", "email.sent!", {}],
  ["a type that is no text", 7 as unknown as string, {}],
  ["a list of a type", ["email.sent"] as unknown as string, {}],
  ["a type of 201 characters", "x".repeat(201), {}],
  ["details of 16,385 bytes", "email.sent", { text: "x".repeat(16_374) }],
  ["details that are bigger in bytes than in characters", "email.sent", { text: "ü".repeat(8_187) }],
  ["details without end", "email.sent", { text: "x".repeat(20_000) }],
  ["details that JSON cannot hold", "email.sent", { at: Number.NaN }],
])("%s is no event", async (_, type, details) => {
  const faults: unknown[] = [];
  const { audit } = await run(
    async (_input, context) => {
      await context.audit(type, details);
      return { id: "n" };
    },
    { onFault: (error) => void faults.push(error) },
  );
  expect(faults).toEqual([expect.any(TypeError)]);
  expect(audit.records.map(({ kind }) => kind)).toEqual(["intent", "outcome"]);
});

test.each([
  ["one word", "email", undefined],
  ["three words", "email.sent.again", undefined],
  ["200 characters", "x".repeat(200), undefined],
  ["details of 16,384 bytes", "email.sent", { text: "x".repeat(16_373) }],
])("%s is an event", async (_, type, details) => {
  const { outcome, audit } = await run(async (_input, context) => {
    await context.audit(type, details);
    return { id: "n" };
  });
  expect(summary(outcome)).toBe("completed");
  expect(audit.records[1]).toMatchObject({ kind: "event", event: type, number: 1 });
});

test("a plan records nothing", async () => {
  const faults: string[] = [];
  const server = fixture({
    tools: [tool({ dryRun: { mode: "supported", preview } })],
    plan: async (_, context) => {
      await context.audit("email.sent");
      return { count: 1 };
    },
    onFault: (error) => void faults.push(String(error)),
  });
  expect(summary(await server.call("notes.create", { ...input, dryRun: true }))).toBe(
    "refused internal_error",
  );
  expect(faults).toEqual(["TypeError: a plan has no effects, so it records nothing"]);
  expect(server.audit.records.map(({ kind }) => kind)).toEqual(["intent", "outcome"]);
});
