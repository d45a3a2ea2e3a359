// What every sink is made of: chains, reports to the operator, copies, and the trail in memory.
import { expect, test } from "vitest";
import type { AuditEntry, AuditSink } from "../../../server/src/api/ports.ts";
import { chainedAudit, type AuditLog } from "../../src/trail/chained-audit.ts";
import { readEvent, type ChainedEvent } from "../../src/trail/cloud-event.ts";
import { groupedAudit } from "../../src/trail/grouped-audit.ts";
import { firstHead, type AuditHead } from "../../src/trail/head.ts";
import { memoryAudit } from "./memory-trail.ts";
import { reportedAudit } from "../../src/trail/reported-audit.ts";
import { teeAudit } from "../../src/trail/tee-audit.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { entry, newKeys } from "./trails.ts";

/** A log in memory, of which a test can change what it does next. */
function memoryLog(): { readonly events: readonly ChainedEvent[]; readonly log: AuditLog } {
  const events: ChainedEvent[] = [];
  let head: AuditHead = firstHead("main", undefined);
  const log: AuditLog = {
    end: async () => ({ events: events.slice(-1), head }),
    async append(group: readonly ChainedEvent[], next: AuditHead) {
      events.push(...group);
      head = next;
      return true;
    },
    close: async () => {},
  };
  return { events, log };
}

test("a chain that others extend without end is given up after twenty attempts", async () => {
  let tried = 0;
  const { log } = memoryLog();
  const sink = chainedAudit({ ...log, append: async () => (tried++, false) });
  await expect(sink.append(entry("a"))).rejects.toThrow("grows faster than it can be extended");
  expect(tried).toBe(20);
});

test("a chain that became shorter is not continued", async () => {
  const { events, log } = memoryLog();
  const first: AuditLog = { ...log };
  const sink = chainedAudit(first);
  for (const id of ["a", "b"]) await sink.append(entry(id));
  first.append = async () => false;
  first.end = async () => ({ events: [], head: firstHead("main", undefined) });
  await expect(sink.append(entry("c"))).rejects.toThrow("was rolled back");
  expect(events).toHaveLength(2);
});

test("the trail in memory is intact, newest last, and its writer is main unless it is named", async () => {
  for (const [options, writer] of [
    [{}, "main"],
    [{ writer: "another" }, "another"],
  ] as const) {
    const sink = memoryAudit(options);
    expect((await sink.trail.heads()).map((head) => (head as AuditHead).writer)).toEqual([writer]);
    for (const id of ["a", "b", "c"]) await sink.append(entry(id));
    expect(await verifyAudit(sink.trail)).toMatchObject({ ok: true, records: 3 });
    expect(sink.records.map((record) => record.writer)).toEqual([writer, writer, writer]);
    const ids = (await sink.trail.newest(2)).map((event) => readEvent(event)?.callId);
    expect(ids).toEqual(["b", "c"]);
  }
});

test("the trail in memory goes on after an entry that cannot be recorded", async () => {
  const sink = memoryAudit();
  for (const id of ["a", "b", "c"]) await sink.append(entry(id));
  await expect(sink.append(entry("half a pair: \ud800"))).rejects.toThrow("this entry cannot be recorded");
  await sink.append(entry("d"));
  expect(sink.records.map(({ callId }) => callId)).toEqual(["a", "b", "c", "d"]);
  expect(await verifyAudit(sink.trail)).toMatchObject({ ok: true, records: 4 });
});

test("the head of a trail in memory covers its last record: an older one is found", async () => {
  const keys = newKeys();
  const sink = memoryAudit({ signing: { key: keys.key } });
  await sink.append(entry("a"));
  const older = await sink.trail.heads();
  await sink.append(entry("b"));
  const options = { keys: [keys.publicKey] };
  expect(await verifyAudit(sink.trail, options)).toMatchObject({ ok: true, records: 2 });
  const behind = { ...sink.trail, heads: async () => older };
  expect(await verifyAudit(behind, options)).toMatchObject({ ok: false, problem: "appended" });
});

test("a sink that is closed writes what waits, closes its log, and takes no more", async () => {
  const seen: string[] = [];
  const sink = groupedAudit("main", {
    async write(entries) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(...entries.map(({ event }) => event.id));
    },
    close: async () => void seen.push("closed"),
  });
  const waiting = [sink.append(entry("a")), sink.append(entry("b"))];
  await sink.close();
  expect(seen).toEqual(["a.intent", "b.intent", "closed"]);
  await Promise.all(waiting);
  await expect(sink.append(entry("c"))).rejects.toThrow("is closed");
  expect(seen).toEqual(["a.intent", "b.intent", "closed"]);
});

test("a chain that is closed closes its log", async () => {
  let closed = 0;
  const { log } = memoryLog();
  await chainedAudit({ ...log, close: async () => void closed++ }).close();
  expect(closed).toBe(1);
});

/** A sink that fails as long as a test says, and what the operator was told. */
function reported(error: Error, resource = `a test ${Math.random()}`) {
  const told: string[] = [];
  const state = { isBroken: true };
  const sink: AuditSink = {
    append: async () => {
      if (state.isBroken) throw error;
    },
    close: async () => {},
  };
  const options = {
    resource,
    what: "the trail",
    remedy: () => "free some space",
    tell: (line: string) => void told.push(line),
  };
  return { told, state, sink: reportedAudit(sink, options) };
}

test("an operator is told what to do, and nothing of what is written after the sink is closed", async () => {
  const { sink, told } = reported(new Error("disk full"));
  for (const id of ["a", "b"]) await expect(sink.append(entry(id))).rejects.toThrow("disk full");
  expect(told).toEqual([expect.stringMatching(/the trail cannot be used \(disk full\).*; free some space$/)]);
  const closed = reported(new Error("disk full"));
  await closed.sink.close();
  await expect(closed.sink.append(entry("c"))).rejects.toThrow("disk full");
  expect(closed.told).toEqual([]);
});

test("of two sinks in one database, the operator of a closed one is told nothing, and its refusals are no outage", async () => {
  const open = reported(new Error("disk full"), "a shared database");
  const closed = reported(new Error("it is closed"), "a shared database");
  await closed.sink.close();
  await expect(closed.sink.append(entry("a"))).rejects.toThrow("it is closed");
  expect(open.told).toEqual([]);
  await expect(open.sink.append(entry("b"))).rejects.toThrow("disk full");
  expect(open.told).toEqual([expect.stringContaining("disk full")]);
  expect(closed.told).toEqual([]);
  await open.sink.close();
});

test("of a broken chain the operator is told to put the trail back", async () => {
  const { log } = memoryLog();
  const first: AuditLog = { ...log };
  const chained = chainedAudit(first);
  await chained.append(entry("a"));
  first.append = async () => false;
  first.end = async () => ({ events: [], head: firstHead("main", undefined) });
  const told: string[] = [];
  const options = {
    resource: "a chain",
    what: "the trail",
    remedy: () => "free some space",
    tell: (line: string) => void told.push(line),
  };
  await expect(reportedAudit(chained, options).append(entry("b"))).rejects.toThrow("rolled back");
  expect(told).toEqual([expect.stringContaining("put the newest copy of the trail back")]);
});

test("copies that keep up get every entry, and are closed with the authority, also if that fails", async () => {
  const copied: AuditEntry[] = [];
  const closed: string[] = [];
  const lost: unknown[] = [];
  const sink = (name: string): AuditSink => ({
    append: async (each) => void copied.push(each),
    close: async () => void closed.push(name),
  });
  const authority: AuditSink = {
    append: async () => {},
    close() {
      closed.push("authority");
      return Promise.reject(new Error("disk full"));
    },
  };
  const tee = teeAudit({
    authority,
    copies: [sink("one"), sink("two")],
    onLost: (error) => void lost.push(error),
  });
  for (let nr = 0; nr < 6000; nr++) await tee.append(entry(`${nr}`));
  await expect(tee.close()).rejects.toThrow("disk full");
  expect([copied.length, lost]).toEqual([12_000, []]);
  expect(closed).toEqual(["authority", "one", "two"]);
});
