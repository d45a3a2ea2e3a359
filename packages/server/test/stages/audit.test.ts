import { expect, test } from "vitest";
import type { AuditEntry, AuditSink } from "../../src/api/ports.ts";
import type { InvokeOptions } from "../../src/api/outcome.ts";
import { fingerprint } from "../../src/canonical/fingerprint.ts";
import { anna, creates, fixture, highRisk, preview, summary, tool } from "../sample.ts";

/** A sink that fails from its nth record on, and shows what it took. */
function failingFrom(nth: number): AuditSink & { readonly entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  return {
    entries,
    async append(entry) {
      if (entries.length + 1 >= nth) throw new Error("disk full: /var/secret/path");
      entries.push(entry);
    },
    close: async () => {},
  };
}

async function check(nth: number, sideEffects: readonly (typeof creates)[], expected: string, ran: number) {
  const server = fixture({ audit: failingFrom(nth), tools: [tool({ sideEffects })] });
  const outcome = await server.call("notes.create", { text: "x" });
  expect([summary(outcome), server.ran.length]).toEqual([expected, ran]);
  expect(JSON.stringify(outcome)).toContain("audit unavailable");
  expect(JSON.stringify(outcome)).not.toContain("/var/secret");
}

test("without a durable intent nothing runs", () => check(1, [creates], "refused server_unavailable", 0));
test("an effect whose outcome cannot be recorded is answered as unknown", () =>
  check(2, [creates], "failed outcome_unknown", 1));
test("a result without effect that cannot be recorded is withheld", () =>
  check(2, [], "failed server_unavailable", 1));

test("a result without effect whose intent cannot be recorded is withheld", () =>
  check(1, [], "failed server_unavailable", 1));

test("a sink that throws at once has recorded nothing", async () => {
  const append = (): never => {
    throw new Error("disk full");
  };
  const { call, ran } = fixture({ audit: { append, close: async () => {} } });
  expect([summary(await call("notes.create", { text: "x" })), ran]).toEqual([
    "refused server_unavailable",
    [],
  ]);
});

test("a sink that is done at once needs no promise", async () => {
  const kept: string[] = [];
  const append = ({ kind }: AuditEntry): void => void kept.push(kind);
  const server = fixture({ audit: { append, close: async () => {} } as unknown as AuditSink });
  expect(summary(await server.call("notes.create", { text: "x" }))).toBe("completed");
  expect(kept).toEqual(["intent", "outcome"]);
});

/** Calls a tool whose records become durable when the test says so. */
function held(sideEffects: readonly (typeof creates)[]) {
  const kept: (() => void)[] = [];
  const append = () => new Promise<void>((resolve) => void kept.push(resolve));
  const server = fixture({ audit: { append, close: async () => {} }, tools: [tool({ sideEffects })] });
  let answer = "nothing yet";
  const called = server.call("notes.create", { text: "x" }).then((outcome) => (answer = summary(outcome)));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { kept, called, turn, ran: server.ran, answer: () => answer };
}
test("a tool with effects waits for its intent", async () => {
  const { kept, called, turn, ran, answer } = held([creates]);
  await turn();
  expect([kept.length, ran.length]).toEqual([1, 0]);
  kept[0]?.();
  await turn();
  expect([kept.length, ran.length, answer()]).toEqual([2, 1, "nothing yet"]);
  kept[1]?.();
  expect(await called).toBe("completed");
});
test("a tool without effects runs meanwhile, and is answered when both records are durable", async () => {
  const { kept, called, turn, ran, answer } = held([]);
  await turn();
  expect([kept.length, ran.length]).toEqual([2, 1]);
  kept[1]?.();
  await turn();
  expect(answer()).toBe("nothing yet");
  kept[0]?.();
  expect(await called).toBe("completed");
});

/** Calls a tool whose intent becomes durable only after the response. Returns the response and the records. */
async function withLateIntent(sideEffects: readonly (typeof creates)[]): Promise<readonly string[]> {
  const entries: AuditEntry[] = [];
  const keep: (() => void)[] = [];
  const audit: AuditSink = {
    append(entry) {
      entries.push(entry);
      return entry.kind === "intent" ? new Promise((resolve) => void keep.push(resolve)) : Promise.resolve();
    },
    close: async () => {},
  };
  const { call } = fixture({ audit, auditMs: 10, tools: [tool({ sideEffects })] });
  const answer = summary(await call("notes.create", { text: "x" }));
  keep[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  return [answer, ...entries.map(({ kind, outcome, failure }) => [kind, outcome, failure].join(" ").trim())];
}
test("an intent that is durable after its call was refused is followed by the refusal", async () =>
  expect(await withLateIntent([creates])).toEqual([
    "refused server_unavailable",
    "intent",
    "outcome refused server_unavailable",
  ]));
test("a tool without effects whose intent was late leaves one outcome, that it ran", async () =>
  expect(await withLateIntent([])).toEqual(["failed server_unavailable", "intent", "outcome completed"]));

const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

test("a call leaves an intent and an outcome under one id, with the contract's event and hash", async () => {
  const { audit, call } = fixture();
  await call("notes.create", { text: "x" }, { traceparent });
  const [intent, outcome] = audit.records;
  expect(audit.records).toHaveLength(2);
  expect(intent).toMatchObject({
    kind: "intent",
    tool: "notes.create",
    event: "note.created",
    contractHash: tool().hash,
    principal: { id: "anna", tenant: "acme", kind: "agent" },
    input: { text: "x" },
    traceparent,
    time: "2026-01-01T12:00:00.000Z",
  });
  expect(outcome).toMatchObject({ kind: "outcome", callId: intent?.callId, outcome: "completed" });
  // The trail holds no results, and says nothing of what did not happen.
  for (const field of [
    "resultDigest",
    "resultBytes",
    "failure",
    "replayed",
    "refinement",
    "fault",
    "request",
  ])
    expect(outcome).not.toHaveProperty(field);
});

test("the intent is durable before the handler runs", async () => {
  let recordsSeen = -1;
  const server = fixture({
    execute: () => {
      recordsSeen = server.audit.records.length;
      return { id: "n" };
    },
  });
  await server.call("notes.create", { text: "x" });
  expect(recordsSeen).toBe(1);
});

test("secrets are left out of the audit, whether the schema marks them or their name does", async () => {
  const inputSchema = {
    type: "object",
    properties: { code: { $ref: "#/$defs/hidden" }, nested: { type: "array", items: {} }, password: {} },
    $defs: { hidden: { type: "string", writeOnly: true } },
  };
  const { audit, call } = fixture({ tools: [tool({ inputSchema })] });
  await call("notes.create", { code: "s3cret-1", password: "s3cret-2", nested: [{ apiKey: "s3cret-3" }] });
  expect(audit.records[0]?.input).toEqual({
    code: "[redacted]",
    password: "[redacted]",
    nested: [{ apiKey: "[redacted]" }],
  });
  expect(JSON.stringify(audit.records)).not.toContain("s3cret");
});

test("an unknown tool leaves the name that was asked for, cut short, and no input", async () => {
  const { audit, call } = fixture();
  await call("x".repeat(10_000), { password: "s3cret" });
  expect(audit.records[0]?.tool).toHaveLength(200);
  expect(JSON.stringify(audit.records)).not.toContain("s3cret");
  expect(audit.records[1]).toMatchObject({ outcome: "unknown_tool" });
});

test("an unknown tool whose call cannot be recorded is answered as any other", async () => {
  const { call } = fixture({ audit: failingFrom(1) });
  expect(await call("notes.absent", {})).toMatchObject({
    kind: "refused",
    tool: "notes.absent",
    failure: { code: "server_unavailable", retry: "after" },
  });
});

test("an input that cannot be read is on record without it", async () => {
  const { audit, call } = fixture();
  expect(summary(await call("notes.create", "no object"))).toBe("refused invalid_input");
  expect(audit.records.map(({ kind, input, inputBytes }) => [kind, input, inputBytes])).toEqual([
    ["intent", undefined, undefined],
    ["outcome", undefined, undefined],
  ]);
});

test("half a character in a name is no reason to fail", async () => {
  const { audit, call } = fixture();
  expect(summary(await call(`${"x".repeat(199)}\u{1f600}`))).toBe("unknown_tool");
  expect(audit.records).toHaveLength(2);
});

test("a newline in an argument stays inside its record", async () => {
  const { audit, call } = fixture();
  await call("notes.create", { text: '"}\n{"kind":"outcome"' });
  expect(audit.records).toHaveLength(2);
});

test("what is no trace context is left out", async () => {
  const { audit, call } = fixture();
  await call("notes.create", { text: "x" }, { traceparent: `${traceparent}\n` });
  expect(audit.records[0]).not.toHaveProperty("traceparent");
});

test("an approval is on record before the handler runs: by whom, when, of which question", async () => {
  let kinds: readonly string[] = [];
  const server = fixture({
    tools: [tool(highRisk)],
    execute: () => {
      kinds = server.audit.records.map(({ kind }) => kind);
      return { id: "n" };
    },
  });
  await server.approved("notes.create", { text: "x" });
  expect(kinds).toEqual(["intent", "outcome", "intent", "approval"]);
  const [, asked, intent, approval, outcome] = server.audit.records;
  expect(approval).toMatchObject({
    kind: "approval",
    callId: intent?.callId,
    principal: { id: "anna", tenant: "acme", kind: "agent" },
    time: "2026-01-01T12:00:00.000Z",
    fingerprint: intent?.fingerprint,
    request: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect([asked?.request, outcome?.request]).toEqual([approval?.request, approval?.request]);
});

test("an approval names the plan that the person was shown", async () => {
  const dryRun = { mode: "supported", preview } as const;
  const server = fixture({ tools: [tool({ ...highRisk, dryRun })] });
  await server.call("notes.create", { text: "x", dryRun: true });
  expect(summary(await server.approved("notes.create", { text: "x" }))).toBe("completed");
  const approval = server.audit.records.find(({ kind }) => kind === "approval");
  expect(approval?.planHash).toMatch(/^[\da-f]{64}$/);
});

test("a refusal of the person leaves no approval, and names the question", async () => {
  const { audit, call } = fixture({ tools: [tool(highRisk)] });
  const asked = await call("notes.create", { text: "x" }, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  await call(
    "notes.create",
    { text: "x" },
    { canAsk: true, answer: { state: asked.state, action: "decline" } },
  );
  expect(audit.records.map(({ kind, failure = "" }) => `${kind} ${failure}`.trim())).toEqual([
    "intent",
    "outcome",
    "intent",
    "outcome confirmation_declined",
  ]);
  expect(audit.records[3]?.request).toBe(audit.records[1]?.request);
});

test("an approval that cannot be recorded lets nothing run", async () => {
  const server = fixture({ tools: [tool(highRisk)], audit: failingFrom(4) });
  const outcome = await server.approved("notes.create", { text: "x" });
  expect([summary(outcome), server.ran]).toEqual(["refused server_unavailable", []]);
});

test("the host is told why the audit could not be written, and the caller is not", async () => {
  const told: string[] = [];
  const { call } = fixture({
    audit: failingFrom(1),
    onFault: (error, name) => told.push(`${name}: ${(error as Error).message}`),
  });
  await call("notes.create", { text: "x" });
  expect(told).toEqual(["notes.create: disk full: /var/secret/path"]);
  await call("notes.absent");
  expect(told.at(-1)).toBe("notes.absent: disk full: /var/secret/path");
});

test("of content blocks the trail holds size and digest, and nothing of the blocks", async () => {
  const { outputSchema: _output, ...plain } = tool();
  const entries: AuditEntry[] = [];
  const server = fixture({
    tools: [{ ...plain, result: { kinds: ["text", "image"] } }],
    execute: ({ text }) => ({ content: [{ type: "text", text: `s3cret ${String(text)}` }] }),
    audit: { append: async (entry) => void entries.push(entry), close: async () => {} },
  });
  for (const text of ["a", "a", "b"]) await server.call("notes.create", { text });
  const outcomes = entries.filter(({ kind }) => kind === "outcome");
  const [first, second, other] = outcomes.map(({ resultDigest }) => resultDigest);
  const sizes = outcomes.map(({ resultBytes }) => resultBytes);
  const size = JSON.stringify({ content: [{ type: "text", text: "s3cret a" }] }).length;
  expect([first?.length, first === second, first === other, sizes]).toEqual([
    64,
    true,
    false,
    [size, size, size],
  ]);
  expect(JSON.stringify(entries)).not.toContain("s3cret");
});

const read = (readsPrivate: boolean) =>
  tool({ sideEffects: [], dataFlow: { readsPrivate, returnsUntrusted: false, sendsOut: false } });

/** The kinds of the records that one call leaves. */
async function kindsWith(given: Parameters<typeof fixture>[0], options: Partial<InvokeOptions> = {}) {
  const { audit, call } = fixture(given);
  await call("notes.create", { text: "x" }, options);
  return audit.records.map(({ kind }) => kind).join(" ");
}

test("where the operator wants one record, only a tool that reads nothing private leaves one", async () => {
  const both = "intent outcome";
  expect(await kindsWith({ tools: [read(false)] })).toBe(both);
  expect(await kindsWith({ tools: [read(false)], auditReads: "outcome" })).toBe("outcome");
  expect(await kindsWith({ tools: [read(true)], auditReads: "outcome" })).toBe(both);
  expect(await kindsWith({ tools: [read(true)], auditReads: "outcome_even_if_private" })).toBe("outcome");
  expect(await kindsWith({ auditReads: "outcome_even_if_private" })).toBe(both);
});

test("a read that tells its progress leaves an intent before it", async () =>
  expect(await kindsWith({ tools: [read(false)], auditReads: "outcome" }, { onProgress: () => {} })).toBe(
    "intent outcome",
  ));

test("one record of a read says who called, with which arguments, and what came of it", async () => {
  const { audit, call } = fixture({ tools: [read(false)], auditReads: "outcome" });
  await call("notes.create", { text: "x" });
  expect(audit.records).toEqual([
    expect.objectContaining({
      kind: "outcome",
      tool: "notes.create",
      principal: { id: "anna", tenant: "acme", kind: "agent" },
      input: { text: "x" },
      fingerprint: fingerprint({ text: "x" }),
      outcome: "completed",
    }),
  ]);
});

test("one record of a caller without permission keeps a digest of the input", async () => {
  const { audit, callAs } = fixture({ tools: [read(false)], auditReads: "outcome" });
  await callAs({ ...anna, permissions: [] })("notes.create", { text: "x" });
  const [record, ...more] = audit.records;
  expect(record).toMatchObject({ outcome: "refused", failure: "permission_denied", inputBytes: 12 });
  expect([record?.input, more]).toEqual([undefined, []]);
});

test("a read whose only record cannot be written is withheld", async () => {
  const server = fixture({ audit: failingFrom(1), tools: [read(false)], auditReads: "outcome" });
  const outcome = await server.call("notes.create", { text: "x" });
  expect([summary(outcome), server.ran.length]).toEqual(["failed server_unavailable", 1]);
  expect(JSON.stringify(outcome)).not.toContain("n1");
});

test("a misspelt `auditReads` is an error at the start", () =>
  expect(() => fixture({ auditReads: "outcomes" as "outcome" })).toThrow(
    '`auditReads` is "outcome" or "outcome_even_if_private", not "outcomes"',
  ));
