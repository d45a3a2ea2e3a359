// Attack 32: no text of one caller makes a call of another caller fail, whatever the trail is written to.
import fc from "fast-check";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { startCluster, type Cluster } from "@proviso/postgres";
import type { InvokeOptions } from "../../../server/src/api/outcome.ts";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { fakeClock, memoryStore } from "../../../server/src/testing.ts";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { memoryAudit } from "../audit/memory-trail.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { temporaryFolder } from "../audit/trails.ts";
import { anna, ben, fixture, summary, tool } from "../../../server/test/sample.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

const clock = fakeClock();

type Tell = (line: string) => void;
interface Place {
  readonly audit: AuditSink;
  readonly store: ReturnType<typeof memoryStore>;
  read(): AuditTrail | Promise<AuditTrail>;
}

const places: Readonly<Record<string, (onOutage: Tell) => Place | Promise<Place>>> = {
  memory() {
    const audit = memoryAudit();
    return { audit, store: memoryStore({ clock }), read: () => audit.trail };
  },
  sqlite(onOutage) {
    const file = join(temporaryFolder(), "audit.db");
    const audit = sqliteAudit({ file, onOutage });
    return { audit, store: sqliteStore({ file, clock, onOutage }), read: () => readSqliteAudit(file) };
  },
  async postgres(onOutage) {
    const connectionString = await (await (cluster ??= startCluster())).createDatabase();
    const audit = await postgresAudit({ connectionString, onOutage, answerWithinMs });
    const store = await postgresStore({ connectionString, clock, onOutage, answerWithinMs });
    return { audit, store, read: () => readPostgresAudit({ connectionString }) };
  },
};

const hostile = [
  "\ud800",
  "\udc00\ud800",
  "acme\0",
  "\u202eevil\u2066",
  "\n\r\u2028",
  `${"a".repeat(79)}\u{1f600}`,
  `${"a".repeat(199)}\u{1f600}`,
  `${"a".repeat(64 * 1024 - 1)}\u{1f600}`,
  "x".repeat(1024 * 1024),
  "\ud800".repeat(1000),
];
const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

/** Where a caller's options can hold a text. */
const inOptions: readonly ((text: string) => InvokeOptions)[] = [
  (id) => ({ principal: { ...anna, id } }),
  (tenant) => ({ principal: { ...anna, tenant } }),
  (name) => ({ principal: { ...anna, name } }),
  (acr) => ({ principal: { ...anna, acr } }),
  (text) => ({ principal: { ...anna, permissions: [...anna.permissions, text] } }),
  (text) => ({ principal: { ...anna, attributes: { [text]: [text] } } }),
  (idempotencyKey) => ({ principal: anna, idempotencyKey }),
  (traceparent) => ({ principal: anna, traceparent }),
];

/** What a handler does with a text that it has from outside, such as from a service that it calls. */
const inHandler: Readonly<Record<string, (text: string, context: never) => unknown>> = {
  name: (name) => Promise.reject(Object.assign(new Error("failed"), { name })),
  message: (text) => Promise.reject(new Error(text)),
  declared: (text, { fail }: { fail: Record<string, (text: string, details: JsonObject) => Error> }) =>
    Promise.reject(fail["note_too_long"]?.(text, { [text]: text })),
  output: (id) => Promise.resolve({ id }),
  stray: (text) => Promise.resolve({ id: "n", [text]: text }),
  event: async (text, { audit }: { audit(type: string, details: JsonObject): Promise<void> }) => {
    await audit("note.read", { [text]: text });
    return { id: "n" };
  },
  eventType: async (text, { audit }: { audit(type: string): Promise<void> }) => {
    await audit(text);
    return { id: "n" };
  },
};

test.each(Object.entries(places))(
  "no text of a caller makes another caller's call fail: %s",
  async (_name, open) => {
    const told: string[] = [];
    const { audit, store, read } = await open((line) => void told.push(line));
    let text = "";
    const execute = (input: JsonObject, context: never): unknown =>
      inHandler[String(input["text"])]?.(text, context) ?? { id: "n" };
    const { server } = fixture({
      tools: [tool({ timeoutMs: 60_000 })],
      audit,
      clock,
      store,
      execute: execute as never,
      auditMs: 60_000,
      callsAtOnce: 1000,
    });
    let [calls, attacks] = [0, 0];
    const callOfBen = async (): Promise<string> =>
      summary(
        await server.invoke(
          "notes.create",
          { text: "of ben" },
          { principal: ben, idempotencyKey: `ben ${++calls}` },
        ),
      );
    await fc.assert(
      fc.asyncProperty(anyUnits, async (given) => {
        text = given;
        const others: Promise<string>[] = [];
        const attack = (name: string, input: unknown, options: InvokeOptions = { principal: anna }): void => {
          void server.invoke(name, input, options);
          if (++attacks % 3 === 0) others.push(callOfBen());
        };
        for (const optionsOf of inOptions) attack("notes.create", { text: "of anna" }, optionsOf(text));
        for (const way of Object.keys(inHandler)) attack("notes.create", { text: way });
        attack(text, { text: "a" });
        attack("notes.create", { text });
        attack("notes.create", { [text]: text });
        attack("notes.create", text);
        expect(new Set(await Promise.all(others))).toEqual(new Set(["completed"]));
      }),
      { numRuns: hostile.length + 4, examples: hostile.map((each) => [each]) },
    );
    expect(told).toEqual([]);
    await server.close();
    const trail = await read();
    expect(await verifyAudit(trail)).toMatchObject({ ok: true });
    await trail.close();
    await store.close();
  },
);
