import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { CreateGuardOptions } from "../src/index.ts";
import { shadowGuard, type GuardCandidate, type GuardDifference } from "../src/shadow.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";
import { yes } from "./harness.ts";

const looks = contract({ inputSchema: { type: "object", properties: { ids: { type: "array" } } } });
const asks = { ...looks, confirmation: { kind: "always" }, hash: "a5c5" } as const;

/** A guard of a tool beside a candidate, and what it reports. */
function beside(tool: ToolContract, candidate: Partial<GuardCandidate>, more: CreateGuardOptions = {}) {
  const told: GuardDifference[] = [];
  const connection = fakeConnection([listed(tool)], () => done({ ok: true }));
  const options = { manifest: manifestOf(tool), ...more };
  const { guard, sums } = shadowGuard(connection, options, {
    manifest: manifestOf(tool),
    onDifference: (difference) => void told.push(difference),
    ...candidate,
  });
  const untilJudged = (calls: number) =>
    expect.poll(() => Object.values(sums()).reduce((sum, count) => sum + count)).toBe(calls);
  return { connection, guard, sums, told, untilJudged };
}

test("a stricter candidate is told and counted, without arguments, and the call runs", async () => {
  const { connection, guard, sums, told, untilJudged } = beside(looks, { manifest: manifestOf(asks) });
  expect(await guard.call(looks.name, { ids: [7] })).toMatchObject({ ok: true, value: { ok: true } });
  await untilJudged(1);
  const [was, is] = [
    { kind: "run", reasons: [] },
    { kind: "ask", reasons: ["confirmation"] },
  ];
  expect(told).toEqual([{ tool: looks.name, was, is }]);
  expect([sums(), connection.calls.length]).toEqual([{ same: 0, different: 1, notJudged: 0 }, 1]);
});

test("a candidate that lets everything run permits nothing, and one without the tool refuses nothing", async () => {
  const loose = manifestOf({ ...deletion(), ...contract({ name: "customers.delete" }) });
  const refusing = beside(deletion(), { manifest: loose });
  const result = await refusing.guard.call("customers.delete", {});
  expect(result).toMatchObject({ ok: false, failure: { code: "refused_by_guard" } });
  await refusing.untilJudged(1);
  expect([refusing.told, refusing.connection.calls]).toMatchObject([
    [{ was: { kind: "ask" }, is: { kind: "run" } }],
    [],
  ]);
  const empty = beside(looks, { manifest: manifestOf() });
  expect(await empty.guard.call(looks.name, {})).toMatchObject({ ok: true });
  await empty.untilJudged(1);
  expect(empty.told).toEqual([{ tool: looks.name, was: { kind: "run", reasons: [] } }]);
});

test("both decide by the session before the call, the budget, and dry runs as plans", async () => {
  const planned = contract({ dryRun: { mode: "supported", preview: { type: "object" } } });
  const { guard, told, untilJudged } = beside(
    planned,
    { manifest: manifestOf({ ...planned, riskLevel: "high", hash: "1" }) },
    { budget: { low: 1 } },
  );
  await guard.call(planned.name, {});
  await guard.call(planned.name, {});
  await guard.plan(planned.name, {});
  await untilJudged(3);
  expect(told.map(({ was, is }) => [was?.kind, is?.kind])).toEqual([
    ["run", "ask"],
    ["refuse", "ask"],
  ]);
});

test("a candidate that throws, a listener that fails or never ends, and input that is no JSON change no answer", async () => {
  const throws = (): never => {
    throw new Error("boom");
  };
  const throwing = new Proxy({}, { get: throws, ownKeys: throws }) as Manifest;
  const listeners = [throws, () => Promise.reject(new Error("boom")), () => new Promise<void>(() => {})];
  const candidates: Partial<GuardCandidate>[] = [
    { manifest: throwing },
    { manifest: manifestOf({ ...looks, inputSchema: throwing as never }) },
    ...listeners.map((onDifference) => ({ manifest: manifestOf(asks), onDifference })),
  ];
  const found = [];
  for (const candidate of candidates) {
    const { guard, sums, untilJudged } = beside(looks, candidate);
    for (let call = 1; call <= 3; call += 1)
      expect(await guard.call(looks.name, {})).toMatchObject({ ok: true });
    await untilJudged(3);
    found.push([sums().different, sums().notJudged]);
  }
  expect(found.join(" ")).toBe("0,3 0,3 3,0 3,0 3,0");
  const { guard, sums, untilJudged } = beside(looks, {});
  const ring: { self?: object } = {};
  ring.self = ring;
  expect(await guard.call(looks.name, ring)).toMatchObject({ failure: { code: "refused_by_guard" } });
  await untilJudged(1);
  expect(sums().notJudged).toBe(1);
});

test("a condition of more than linear time is not evaluated: the tool's own rules apply", async () => {
  const ids = Array.from({ length: 100_000 }, (_, id) => id);
  const milder = { ...looks, when: "input.ids.all(x, input.ids.all(y, x + y >= 0.0))" };
  const { guard, sums, told, untilJudged } = beside(looks, {
    manifest: manifestOf({ ...asks, refinements: [milder] }),
  });
  expect(await guard.call(looks.name, { ids })).toMatchObject({ ok: true });
  await untilJudged(1);
  expect([sums().different, told[0]?.is?.kind]).toEqual([1, "ask"]);
});

test("the example of the guide makes a guard that reports", async () => {
  const page = join(import.meta.dirname, "../../../apps/docs/src/content/docs/replay.mdx");
  const [, example = ""] =
    /import \{ shadowGuard \}[^\n]*\n\n(.*?)```/s.exec(readFileSync(page, "utf8")) ?? [];
  const warned: unknown[][] = [];
  const names = ["shadowGuard", "connection", "manifest", "confirm", "next", "console"];
  const run = new Function(...names, `${example}; return { guard, sums };`);
  const connection = fakeConnection([listed(looks)], () => done());
  const console = { warn: (...words: unknown[]) => void warned.push(words) };
  const made = run(shadowGuard, connection, manifestOf(looks), yes, manifestOf(asks), console);
  const { guard } = made as ReturnType<typeof shadowGuard>;
  expect(await guard.call(looks.name, {})).toMatchObject({ ok: true });
  await expect.poll(() => warned).toEqual([[looks.name, "run", "ask"]]);
});
