import { context, SeverityNumber, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { CloudEvent } from "cloudevents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryAudit } from "./memory-trail.ts";
import { openTelemetryAudit } from "../../src/trail/opentelemetry-audit.ts";
import { teeAudit } from "../../src/trail/tee-audit.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import type { AuditEntry, AuditSink } from "../../../server/src/api/ports.ts";
import { fixture, highRisk, summary, tool } from "../../../server/test/sample.ts";
import { entry, newKeys } from "./trails.ts";

/** Appends entries to an authority and to a copy. Expects these losses in the copy. */
async function check(
  copy: AuditSink,
  entries: readonly AuditEntry[],
  lost: readonly string[],
): Promise<void> {
  const told: string[] = [];
  const authority = memoryAudit();
  const tee = teeAudit({
    authority,
    copies: [copy],
    onLost: (error, { callId }) => told.push(`${callId}: ${(error as Error).message}`),
  });
  for (const one of entries) await tee.append(one);
  await tee.close();
  expect(authority.records.map(({ callId }) => callId)).toEqual(entries.map(({ callId }) => callId));
  expect(told).toEqual(lost);
}

const two = [entry("c1"), entry("c2")];
const nothing = { close: async () => {} };

test("a copy gets every entry, in a chain of its own", async () => {
  const copy = memoryAudit({ writer: "copy" });
  await check(copy, two, []);
  expect(await verifyAudit(copy.trail)).toMatchObject({
    ok: true,
    records: 2,
    writers: [{ writer: "copy" }],
  });
});
test("a copy that fails refuses nothing, and the host is told what it has lost", () =>
  check({ ...nothing, append: () => Promise.reject(new Error("no network")) }, two, [
    "c1: no network",
    "c2: no network",
  ]));
test("a listener that fails at a lost entry changes nothing", async () => {
  const copy: AuditSink = { ...nothing, append: () => Promise.reject(new Error("no network")) };
  const onLost = (): never => {
    throw new Error("no log");
  };
  const authority = memoryAudit();
  const tee = teeAudit({ authority, copies: [copy], onLost });
  await tee.append(entry("c1"));
  await tee.close();
  expect(authority.records).toHaveLength(1);
});
test("a copy that throws at once is one that fails", () =>
  check(
    {
      ...nothing,
      append: () => {
        throw new Error("broken");
      },
    },
    two,
    ["c1: broken", "c2: broken"],
  ));

test("a copy that answers nothing holds up no call, and is not fed without end", async () => {
  const told: string[] = [];
  let asked = 0;
  const hanging: AuditSink = {
    ...nothing,
    append: () => {
      asked += 1;
      return new Promise(() => {});
    },
  };
  const counted: AuditSink = { ...nothing, append: async () => {} };
  const tee = teeAudit({
    authority: counted,
    copies: [hanging],
    onLost: (_error, { callId }) => told.push(callId),
  });
  for (let i = 0; i < 10_002; i++) await tee.append(entry(`c${i}`));
  await expect.poll(() => told).toEqual(["c10000", "c10001"]);
  expect(asked).toBe(10_000);
});

test("what the authority did not keep no copy has", async () => {
  const copy = memoryAudit();
  const authority: AuditSink = { ...nothing, append: () => Promise.reject(new Error("disk full")) };
  const server = fixture({ audit: teeAudit({ authority, copies: [copy], onLost: () => {} }) });
  expect(summary(await server.call("notes.create", { text: "x" }))).toBe("refused server_unavailable");
  expect([copy.records, server.ran]).toEqual([[], []]);
});

const exporter = new InMemoryLogRecordExporter();
const loggerProvider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
beforeAll(() => {
  trace.setGlobalTracerProvider(new TracerProvider());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  trace.disable();
  context.disable();
});

test("OpenTelemetry gets log records that are CloudEvents, in the trace of their call, without what is secret", async () => {
  const authority = memoryAudit();
  const audit = teeAudit({ authority, copies: [openTelemetryAudit({ loggerProvider })], onLost: () => {} });
  const properties = { text: { type: "string" }, code: { type: "string", sensitive: true } };
  const server = fixture({
    audit,
    tools: [tool({ ...highRisk, inputSchema: { type: "object", properties } })],
  });
  await server.approved("notes.create", { text: "x", code: "s3cret" });
  await server.call("notes.create", { text: 7 });
  const logs = exporter.getFinishedLogRecords();
  expect(logs.map(({ eventName }) => eventName)).toEqual([
    "note.created.intent",
    "note.created.input_required",
    "note.created.intent",
    "note.created.approval",
    "note.created",
    "note.created.intent",
    "note.created.refused",
  ]);
  expect(logs.map(({ severityNumber }) => severityNumber === SeverityNumber.WARN).lastIndexOf(true)).toBe(6);
  expect(logs.map(({ attributes }) => attributes["cloudevents.event_id"])).toEqual(
    authority.records.map(({ callId, kind }) => `${callId}.${kind}`),
  );
  const [first, , , approval] = logs;
  expect(first).toMatchObject({
    body: { kind: "intent", tool: "notes.create", input: { text: "x", code: "[redacted]" } },
    attributes: {
      "cloudevents.event_source": "urn:proviso:audit:main",
      "cloudevents.event_spec_version": "1.0",
      "cloudevents.event_subject": "notes.create",
      "cloudevents.event_type": "note.created.intent",
    },
  });
  expect(approval?.spanContext?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(approval?.spanContext?.traceId).not.toBe(first?.spanContext?.traceId);
  expect(JSON.stringify(logs.map(({ body, attributes }) => [body, attributes]))).not.toContain("s3cret");
});

test("every kept event is a CloudEvent to the official SDK, also of hostile calls", async () => {
  const audit = memoryAudit({ writer: "wr\u0007iter ü/#?", signing: { key: newKeys().key } });
  const server = fixture({ audit, tools: [tool(highRisk)] });
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await server.approved("notes.create", { text: "\u0000\u2028" }, { traceparent });
  await server.call("no\u0000such\u009ftool\ud800", { text: "x" });
  await server.call("", {});
  const events = [...(audit.trail.events() as Iterable<Record<string, unknown>>)];
  expect(events).toHaveLength(9);
  for (const event of events) {
    const read = new CloudEvent(event); // throws for what is none
    expect(JSON.parse(JSON.stringify(read.toJSON()))).toEqual(JSON.parse(JSON.stringify(event)));
    // "The following characters are disallowed in String": control characters, what is no character, half ones.
    const { data: _data, ...attributes } = event;
    for (const [name, value] of Object.entries(attributes)) {
      expect(name).toMatch(/^[a-z\d]{1,20}$/);
      expect(value).toMatch(/^[^\p{Cc}\p{Cs}\p{Cn}]+$/u);
    }
  }
  expect(events.map(({ type }) => type)).toContain("dev.proviso.unknown.unknown_tool");
});
