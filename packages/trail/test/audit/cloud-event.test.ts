import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import type { AuditEntry } from "../../../server/src/api/ports.ts";
import { fingerprint } from "../../../server/src/canonical/fingerprint.ts";
import { eventOf } from "./chained.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { readEvent, sequenceText, toEvent } from "../../src/trail/cloud-event.ts";
import { entry } from "./trails.ts";

/** A record as it is stored. */
const stored = (given: AuditEntry, writer = "main", sequence = 1): JsonObject =>
  JSON.parse(JSON.stringify(eventOf(given, writer, { ...genesis, sequence: sequence - 1 }))) as JsonObject;
const readBack = (event: unknown): unknown => {
  const record = readEvent(event);
  if (!record) return undefined;
  const { writer: _writer, sequence: _sequence, previousHash: _previous, hash: _hash, ...kept } = record;
  return kept;
};

/** Every field that a record can have in its data. */
const whole = {
  approvers: [{ id: "bo", via: "inbox", at: "2026-01-01T00:00:00.000Z" }],
  askedAt: "2026-01-01T00:00:00.000Z",
  logIn: { acr: "mfa" },
  contractHash: "c".repeat(64),
  decision: "approved",
  details: { a: [1] },
  edited: ["amount"],
  failure: "timeout",
  fault: "Error: gone",
  formerKey: { id: "1", publicKey: "A" },
  inputBytes: 7,
  inputDigest: "d".repeat(64),
  nextKey: { id: "2", publicKey: "B" },
  outcome: "failed",
  planHash: "e".repeat(64),
  principal: { id: "anna", kind: "agent" },
  reason: "known customer",
  reconciled: true,
  refinement: 1,
  replayed: false,
  request: "r",
  resultBytes: 2,
  resultDigest: "f".repeat(64),
  together: 3,
  via: "inbox",
} as unknown as Partial<AuditEntry>;

test("no field of an entry is lost", () => {
  const given = entry("c-1", { ...whole, kind: "approval", fingerprint: "0f" });
  expect(readBack(stored(given))).toEqual(given);
  expect((stored(given)["data"] as JsonObject)["tool"]).toBeUndefined();
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  expect(readBack(stored(entry("c-1", { traceparent })))).toEqual(entry("c-1", { traceparent }));
  const { event: _event, ...unknownTool } = entry("c-1");
  expect(readBack(stored(unknownTool))).toEqual(unknownTool);
  expect(stored(unknownTool)).toMatchObject({
    type: "dev.proviso.unknown.intent",
    data: { tool: "files.get" },
  });
  expect(stored(unknownTool)["subject"]).toBeUndefined();
});

test("an input that was redacted is marked so, and nothing else is", () => {
  const redacted = (more: Partial<AuditEntry>) =>
    (stored(entry("c-1", more))["data"] as JsonObject)["redacted"];
  expect(redacted({ input: {} })).toBe(true);
  expect(redacted({ input: {}, fingerprint: fingerprint({}) })).toBeUndefined();
  expect(redacted({})).toBeUndefined();
  expect(redacted({ kind: "approval", input: {} })).toBeUndefined();
});

test("an event has no field that says nothing", () => {
  const event = toEvent(entry("c-1"), "main");
  expect(event).toStrictEqual({
    data: {},
    id: "c-1.intent",
    source: "urn:proviso:audit:main",
    specversion: "1.0",
    subject: "files.get",
    time: entry("c-1").time,
    type: "file.read.intent",
  });
});

test("the fields of an event are in canonical order, which its hash relies on", () => {
  const event = eventOf(entry("c-1", { ...whole, traceparent: "00" }), "main", genesis);
  const { hash: _hash, previoushash: _previous, ...hashed } = event;
  for (const part of [hashed, toEvent(entry("c-1"), "main")])
    expect(Object.keys(part)).toEqual(Object.keys(part).toSorted());
  expect(toEvent(entry("c-1"), "main")).not.toHaveProperty("sequence");
});

const types: readonly (readonly [more: Partial<AuditEntry>, type: string])[] = [
  [{ kind: "intent" }, "file.read.intent"],
  [{ kind: "approval" }, "file.read.approval"],
  [{ kind: "decision" }, "file.read.decision"],
  [{ kind: "precheck" }, "file.read.precheck"],
  [{ kind: "key_changed" }, "file.read.key_changed"],
  [{ kind: "event", number: 2 }, "file.read"],
  [{ kind: "outcome", outcome: "completed" }, "file.read"],
  [{ kind: "outcome", outcome: "completed", replayed: true }, "file.read.replayed"],
  [{ kind: "outcome", outcome: "refused" }, "file.read.refused"],
  [{ kind: "outcome", outcome: "refused", replayed: true }, "file.read.refused"],
  [{ kind: "settlement", outcome: "completed" }, "file.read"],
  [{ kind: "settlement", outcome: "failed" }, "file.read.failed"],
];
test.each(types)(
  "%j is an event of the type %s, and only an effect that happened has the bare one",
  (more, type) => {
    const given = entry("a.intent.event.7", more);
    expect(stored(given)["type"]).toBe(type);
    expect(readBack(stored(given))).toEqual(given);
  },
);

test("the fingerprint of an input that is there is not stored; of a redacted one none is made up", () => {
  const input = { text: "x" };
  for (const kind of ["intent", "precheck", "outcome"] as const) {
    const given = entry("c-1", { kind, input, outcome: "failed" });
    const digest = fingerprint(input);
    expect(JSON.stringify(stored({ ...given, fingerprint: digest }))).not.toContain(digest);
    expect(readBack(stored({ ...given, fingerprint: digest }))).toEqual({ ...given, fingerprint: digest });
    expect(readBack(stored(given))).toEqual(given);
    const changed = stored({ ...given, fingerprint: digest });
    expect(
      readEvent({ ...changed, data: { ...(changed["data"] as JsonObject), input: { text: "y" } } }),
    ).toMatchObject({ fingerprint: fingerprint({ text: "y" }) });
  }
  const approval = entry("c-1", { kind: "approval", input });
  expect(readBack(stored(approval))).toEqual(approval);
  expect(readBack(stored({ ...approval, fingerprint: "0f" }))).toEqual({ ...approval, fingerprint: "0f" });
  expect(readBack(stored(entry("c-1", { fingerprint: "0f" })))).toEqual(entry("c-1", { fingerprint: "0f" }));
});

test("an input that no canonical JSON can hold is read without a fingerprint", () => {
  const event = stored(entry("c-1", { input: {}, fingerprint: fingerprint({}) }));
  const hostile = { ...event, data: { input: { text: "\ud800" } } };
  expect(readBack(hostile)).toEqual(entry("c-1", { input: { text: "\ud800" } }));
});

test("the writer and the number are read from the event, whatever the writer is called", () => {
  const event = stored(entry("c-1"), "a b/ü", 42);
  expect(event).toMatchObject({ source: "urn:proviso:audit:a%20b%2F%C3%BC", sequence: sequenceText(42) });
  expect(readEvent(event)).toMatchObject({ writer: "a b/ü", sequence: 42, previousHash: genesis.hash });
  expect(readEvent(event)?.hash).toBe(event["hash"]);
  expect(sequenceText(1)).toBe("0000000000000001");
});

test("an id is that of its call, whatever the call is called, and a number is one", () => {
  const event = stored(entry("c-1"));
  expect(readEvent({ ...event, id: "a\n.outcome.b.intent" })).toMatchObject({
    callId: "a\n.outcome.b",
    kind: "intent",
  });
  expect(readEvent({ ...event, id: ".event.12" })).toMatchObject({ callId: "", kind: "event", number: 12 });
});

const whatIsNone: Readonly<Record<string, object>> = {
  "another source": { source: "urn:other:main" },
  "a source that is no text": { source: 1 },
  "a source that cannot be decoded": { source: "urn:proviso:audit:%" },
  "no number": { sequence: undefined },
  "a number": { sequence: 1 },
  "a short number": { sequence: "1" },
  "a long number": { sequence: "00000000000000001" },
  "a number with a sign": { sequence: "-000000000000001" },
  "a number that is not exact": { sequence: "9999999999999999" },
  "no data": { data: "text" },
  "no hash": { hash: undefined },
  "no hash before it": { previoushash: undefined },
  "no id": { id: 1 },
  "no type": { type: undefined },
  "an unknown kind": { id: "c-1.other" },
  "a kind with more": { id: "c-1.intent.x" },
  "a number with more digits than are exact": { id: `c-1.event.${"1".repeat(16)}` },
};
test.each(Object.entries(whatIsNone))("an event with %s is no record", (_name, change) => {
  expect(readEvent({ ...stored(entry("c-1")), ...change })).toBeUndefined();
});
test("neither is what is no object", () => {
  for (const value of [undefined, null, "text", [stored(entry("c-1"))]])
    expect(readEvent(value)).toBeUndefined();
});
