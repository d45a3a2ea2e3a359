import { expect, test } from "vitest";
import { aroundAudit } from "../src/api/around-audit.ts";
import type { AuditEntry, AuditSink, Store } from "../src/api/ports.ts";
import { memoryStore } from "../src/testing.ts";

/** A host's sink whose methods need their object. */
class HostSink implements AuditSink {
  readonly called: string[] = [];
  async append({ callId }: AuditEntry): Promise<void> {
    this.called.push(`append ${callId}`);
  }
  async endsOf(request: string): Promise<readonly string[]> {
    this.called.push(`endsOf ${request}`);
    return [];
  }
  async newest(count: number): Promise<readonly AuditEntry[]> {
    this.called.push(`newest ${count}`);
    return [];
  }
  async ready(): Promise<void> {
    this.called.push("ready");
  }
  async tie(store: Store): Promise<void> {
    this.called.push(`tie ${store.isDurable}`);
  }
  async close(): Promise<void> {
    this.called.push("close");
  }
}

const entry: AuditEntry = {
  callId: "a",
  kind: "intent",
  time: "2026-01-01T00:00:00.000Z",
  tool: "notes.create",
};

test("every method of a host's sink is called on its object, but for those that are replaced", async () => {
  const sink = new HostSink();
  const around = aroundAudit(sink, { close: async () => void sink.called.push("own close") });
  await around.append(entry);
  await around.endsOf?.("r");
  await around.newest?.(2);
  await around.ready?.();
  await around.tie?.(memoryStore());
  await around.close();
  expect(sink.called).toEqual(["append a", "endsOf r", "newest 2", "ready", "tie undefined", "own close"]);
});

test("what a sink cannot do stays absent", () => {
  const around = aroundAudit({ append: async () => {}, close: async () => {} }, {});
  expect(Object.keys(around).toSorted()).toEqual(["append", "close"]);
});
