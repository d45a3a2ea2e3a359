import type { ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Activity, CallOptions, CreateGuardOptions, Progress, WireCallOptions } from "../src/index.ts";
import { bounds } from "../src/connection/bounds.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

/** Calls once over a server that reports this progress; returns how it was called, and what the host was told. */
async function send(
  tool: ToolContract,
  progress: readonly Progress[],
  given: CallOptions = {},
  options: CreateGuardOptions = {},
) {
  const told: Activity[] = [];
  const wire: WireCallOptions[] = [];
  const connection = fakeConnection([listed(tool)], () => done());
  const guard = createGuard(
    {
      ...connection,
      callTool(call, wireOptions) {
        wire.push(wireOptions);
        for (const each of progress) wireOptions.onProgress?.(each);
        return connection.callTool(call, wireOptions);
      },
    },
    { manifest: manifestOf(tool), env: "test", onActivity: (each) => told.push(each), ...options },
  );
  const result = await guard.call(tool.name, {}, given);
  return { result, wire, told: told.filter(({ kind }) => kind === "progress") };
}

test("progress reaches the caller and the feed as it came, with a long message cut", async () => {
  const seen: Progress[] = [];
  const long = "x".repeat(bounds.progress.characters + 1);
  const sent: Progress[] = [
    { progress: 1, total: 2 },
    { progress: 2, total: 2, message: "half" },
    { progress: 3, message: long },
  ];
  const { told } = await send(contract(), sent, { onProgress: (progress) => seen.push(progress) });
  const expected = [sent[0], sent[1], { progress: 3, message: `${"x".repeat(bounds.progress.characters)}…` }];
  expect(seen).toStrictEqual(expected);
  expect(told).toStrictEqual(
    expected.map((progress) => ({ tool: "customers.get", kind: "progress", progress, follow: false })),
  );
});

test("a caller who does not listen to progress gets the result all the same", async () => {
  const { result, told } = await send(contract(), [{ progress: 1 }]);
  expect([result.ok, told.length]).toEqual([true, 1]);
});

test("no more progress is passed on than a person could follow", async () => {
  const flood = Array.from({ length: bounds.progress.events + 5 }, (_, progress) => ({ progress }));
  const { told } = await send(contract(), flood);
  expect(told.length).toBe(bounds.progress.events);
});

test("the caller's signal reaches the connection, so that a call on its way is cancelled", async () => {
  const { signal } = new AbortController();
  expect((await send(contract(), [], { signal })).wire[0]?.signal).toBe(signal);
  expect((await send(contract(), [])).wire[0]).not.toHaveProperty("signal");
});

test("what another person may approve may have run: its lost reply is a doubt", async () => {
  const here = { kind: "always", by: "here" } as const;
  for (const confirmation of [
    { ...here, approver: "other" },
    { ...here, approvers: 2 },
    { kind: "when", by: "here", condition: "input.all" },
  ] as const) {
    const tool = deletion({ confirmation });
    const { guard, connection } = over(tool, () => Promise.reject(new Error("gone")), { confirm: yes });
    const result = await guard.call(tool.name, {});
    expect(result).toMatchObject({ failure: { code: "outcome_unknown", retry: "never" } });
    expect(connection.calls.length).toBe(1);
  }
});
