import { expect, test } from "vitest";
import type { AuditSink } from "../../src/api/ports.ts";
import type { Progress } from "../../src/api/outcome.ts";
import { fixture, summary, tool } from "../sample.ts";

const failing: AuditSink = { append: () => Promise.reject(new Error("full")), close: async () => {} };

test("a tool that does not exist is refused as any other where nothing can be recorded", async () => {
  const { call } = fixture({ audit: failing });
  expect(await call("notes.none")).toEqual({
    kind: "refused",
    tool: "notes.none",
    failure: {
      code: "server_unavailable",
      message: "The call was refused: audit unavailable.",
      retry: "after",
    },
  });
});

test("what is no JSON object leaves a call without an input on record", async () => {
  const { call, audit } = fixture();
  expect(summary(await call("notes.create", ["x"]))).toBe("refused invalid_input");
  const [intent] = audit.records;
  expect(intent).toMatchObject({ kind: "intent", tool: "notes.create" });
  expect(Object.keys(intent ?? {}).filter((name) => /input|fingerprint/.test(name))).toEqual([]);
});

test("what throws before the handler is our fault, and nothing of it is told", async () => {
  const faults: unknown[] = [];
  const secret = new Error("password=hunter2");
  const { call, audit, ran } = fixture({
    ports: () => {
      throw secret;
    },
    onFault: (error, name) => void faults.push([error, name]),
  });
  const outcome = await call("notes.create", { text: "x" });
  expect(summary(outcome)).toBe("refused internal_error");
  expect(JSON.stringify([outcome, audit.records])).not.toContain("hunter2");
  expect(audit.records.at(-1)).toMatchObject({
    failure: "internal_error",
    fault: "the pipeline threw Error",
  });
  expect([faults, ran]).toEqual([[[secret, "notes.create"]], []]);
});

test("progress of a read is told once its intent is durable, in order, and then at once", async () => {
  const kept: (() => void)[] = [];
  const append = () => new Promise<void>((resolve) => void kept.push(resolve));
  const told: (string | undefined)[] = [];
  let tell: (progress: Progress) => void = () => {};
  const { call } = fixture({
    audit: { append, close: async () => {} },
    tools: [tool({ sideEffects: [] })],
    execute(_input, { progress }) {
      tell = progress;
      ["one", "two"].forEach((message, index) => tell({ progress: index, message }));
      return new Promise((resolve) => setTimeout(resolve, 20, { id: "n" }));
    },
  });
  const called = call("notes.create", { text: "x" }, { onProgress: ({ message }) => told.push(message) });
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual([]);
  kept[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual(["one", "two"]);
  tell({ progress: 3, message: "three" });
  expect(told).toEqual(["one", "two", "three"]);
  while (kept.length < 2) await new Promise((resolve) => setImmediate(resolve));
  kept[1]?.();
  expect(summary(await called)).toBe("completed");
});
