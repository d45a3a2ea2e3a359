import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@proviso/manifest";
import { createEnforcingServer, memoryStore, type AuditEntry, type AuditSink } from "@proviso/server";
import { expect, onTestFinished, test } from "vitest";
import { verdictOf } from "../src/fold/verdict.ts";
import { readCalls } from "../src/index.ts";
import { liveJudge, type JudgedLive } from "../src/shadow/live-judge.ts";
import { shadow, type CandidateShadow, type ShadowOptions, type ShadowSums } from "../src/shadow/shadow.ts";
import { memoryTrail } from "./memory-trail.ts";
import { contractsOf, folderOf } from "./run-replay.ts";
import { edits, shop, type Edit } from "./truth/contracts.ts";
import { runScript, start } from "./truth/run-script.ts";
import { script } from "./truth/script.ts";

const asksAboutLooks: Edit = [
  "look",
  "riskLevel: low",
  "riskLevel: high\n    autonomousExecution: false\n    confirmation: always",
];
const mia = { id: "mia", kind: "agent", permissions: ["shop:read", "shop:write"] } as const;

/** A server of the shop with a shadow, the names of the handlers that ran, its records and its faults. */
function shopWith(options: ShadowOptions, more: { readonly store?: ReturnType<typeof memoryStore> } = {}) {
  const candidate = shadow(options);
  const [ran, records, faults]: [string[], AuditEntry[], string[]] = [[], [], []];
  const manifest = shop();
  const callable = manifest.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  const execute = (name: string) => (): object => {
    ran.push(name);
    return { ok: true };
  };
  const audit: AuditSink = { append: async (entry) => void records.push(entry), close: async () => {} };
  const server = createEnforcingServer({
    ...more,
    manifest,
    handlers: Object.fromEntries(
      callable.map(({ name }) => [name, { execute: execute(name), plan: () => ({ count: 3 }) }]),
    ),
    attempts: { limit: 1_000_000, perMs: 1000 },
    audit,
    shadow: candidate,
    onFault: (error) => void faults.push(error instanceof Error ? error.message : String(error)),
  });
  onTestFinished(() => server.close());
  return { candidate, faults, ran, records, server };
}

function judgedIn({ notJudged, verdicts }: ShadowSums): number {
  return Object.values(verdicts).reduce((sum, count) => sum + count, notJudged);
}

async function untilJudged(candidate: CandidateShadow, calls: number): Promise<ShadowSums> {
  await expect.poll(() => judgedIn(candidate.sums())).toBe(calls);
  return candidate.sums();
}

test("a candidate that asks is counted, told and written, and the call runs as it did", async () => {
  const file = join(folderOf({}), "shadow.jsonl");
  const { candidate, faults, ran, server } = shopWith({ contracts: contractsOf(asksAboutLooks), file });
  const outcome = await server.invoke("shop.look", { id: 7 }, { principal: mia });
  expect(outcome).toMatchObject({ kind: "completed", output: { ok: true } });
  await server.invoke("shop.tag", { id: 7, tag: "new" }, { principal: mia });
  const { differences, ...sums } = await untilJudged(candidate, 2);
  expect(sums).toEqual({ verdicts: { "now-asks": 1, same: 1 }, notJudged: 0 });
  expect(differences).toMatchObject([{ tool: "shop.look", verdict: "now-asks", was: { kind: "ran" } }]);
  // The file and what is told hold no argument.
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(differences[0])}\n`);
  expect(Object.keys(differences[0] ?? {})).toEqual(["call", "time", "tool", "principal", "verdict", "was"]);
  expect([ran.length, faults]).toEqual([2, []]);
});

test("a candidate that lets everything run does not make a refused call run, nor a question go away", async () => {
  const loose: Edit = ["note", 'confirmation: { when: "size(input.text) > 4" }', "confirmation: never"];
  const { candidate, ran, server } = shopWith({ contracts: contractsOf(loose) });
  const asked = await server.invoke("shop.note", { id: 1, text: "long text" }, { principal: mia });
  expect(asked).toMatchObject({ kind: "refused", failure: { code: "confirmation_required" } });
  expect((await untilJudged(candidate, 1)).differences).toMatchObject([{ verdict: "now-runs" }]);
  expect(ran).toEqual([]);
});

test("verdicts are those of a real second run, for one change of each tool", async () => {
  const steps = script(11, 120, Date.parse(start));
  let changed = 0;
  for (const tool of new Set(edits.map(([name]) => name))) {
    const edit = edits.find(([name]) => name === tool) ?? asksAboutLooks;
    const judge = liveJudge({ manifest: shop(edit), was: shop() }, false);
    const found = new Map<string, JudgedLive>();
    const { sink, trail } = memoryTrail();
    const both: AuditSink = {
      async append(entry) {
        await sink.append(entry);
        for (const each of await judge.take(entry)) found.set(each.call, each);
      },
      close: () => sink.close(),
    };
    const was = await runScript(shop(), steps, both);
    const is = await runScript(shop(edit), steps);
    const { calls } = await readCalls(trail);
    const wrong = calls.flatMap(({ id }, at) => {
      const [one, other, judged] = [was[at], is[at], found.get(id)];
      const truth = one && other && verdictOf(one, other);
      const isRight = judged?.verdict === truth?.kind && judged?.code === truth?.code;
      return judged === undefined || judged.verdict === "undecidable" || isRight
        ? []
        : [{ at, judged, one, other }];
    });
    expect({ edit, wrong }).toEqual({ edit, wrong: [] });
    changed += [...found.values()].filter(
      ({ verdict }) => verdict !== "same" && verdict !== "undecidable",
    ).length;
  }
  expect(changed).toBeGreaterThan(15);
});

test("contracts that do not load, have no folder or refer to nothing change no answer, and are reported once", async () => {
  const broken = folderOf({ "contracts/a.yaml": "proviso: 1\ndomain: a\n" });
  for (const contracts of [broken, join(broken, "nowhere"), {} as Manifest]) {
    const { candidate, faults, server } = shopWith({ contracts });
    const look = () => server.invoke("shop.look", { id: 1 }, { principal: mia });
    expect(await look()).toMatchObject({ kind: "completed" });
    await expect.poll(() => faults.length).toBe(1);
    expect(await look()).toMatchObject({ kind: "completed" });
    expect(faults).toEqual([expect.stringContaining("candidate contracts: ")]);
    expect(candidate.sums().problem).toBeDefined();
    expect(judgedIn(candidate.sums())).toBeLessThanOrEqual(2);
  }
});

test("tools that only the candidate has, and ones that it does not have, are judged as for a caller", async () => {
  const renamed: Edit = ["look", "  look:", "  view:"];
  const { candidate, server } = shopWith({ contracts: contractsOf(renamed) });
  await server.invoke("shop.look", { id: 1 }, { principal: mia });
  expect(await server.invoke("shop.view", { id: 1 }, { principal: mia })).toEqual({
    kind: "unknown_tool",
    tool: "shop.view",
  });
  const { differences } = await untilJudged(candidate, 2);
  expect(differences).toMatchObject([{ tool: "shop.look", verdict: "now-refused", code: "unknown_tool" }]);
});

test("ten thousand calls while the candidate hangs all run, and what does not fit into the queue is counted", async () => {
  const { candidate, ran, server } = shopWith({ contracts: contractsOf(asksAboutLooks), maxWaiting: 5 });
  // Until the thread has loaded it answers as little as one that hangs.
  const calls = 10_000;
  for (let made = 0; made < calls; made += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, id) => server.invoke("shop.look", { id }, { principal: mia })),
    );
  expect(ran).toHaveLength(calls);
  const { notJudged, verdicts } = await untilJudged(candidate, calls);
  expect(notJudged).toBeGreaterThan(0);
  expect((verdicts["now-asks"] ?? 0) + notJudged).toBe(calls);
});

/** A shop whose tags are checked in about two to the power of `levels` steps, after a call that was judged, and one with a tag. */
async function shopThatDoubles(levels: number) {
  const { tools, ...rest } = shop();
  // Patterns and conditions take linear time, but each of these schemas is checked twice by the one before.
  const doubled = Array.from({ length: levels }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [next, next] }];
  });
  const $defs = { ...Object.fromEntries(doubled), [`d${levels}`]: { type: "string" } };
  const hanging = tools.map((tool) => {
    const inputSchema = { ...tool.inputSchema, properties: { id: {}, tag: { $ref: "#/$defs/d0" } }, $defs };
    return tool.name === "shop.tag" ? { ...tool, inputSchema, hash: "0".repeat(64) } : tool;
  });
  const made = shopWith({ contracts: { ...rest, tools: hanging }, maxWaiting: 5 });
  const look = () => made.server.invoke("shop.look", { id: 1 }, { principal: mia });
  await look();
  await untilJudged(made.candidate, 1);
  const tagged = await made.server.invoke("shop.tag", { id: 1, tag: "new" }, { principal: mia });
  expect(tagged).toMatchObject({ kind: "completed", output: { ok: true } });
  return { ...made, look };
}

test("a candidate that hangs in a schema changes no answer, and the server can be closed", async () => {
  const { candidate, faults, look, server } = await shopThatDoubles(60);
  // A thread that does not hang has judged as much by the time at which this one, which began later, has.
  await untilJudged((await shopThatDoubles(2)).candidate, 2);
  for (let made = 0; made < 20; made += 1) expect(await look()).toMatchObject({ kind: "completed" });
  await server.close();
  const { notJudged, verdicts } = candidate.sums();
  expect([verdicts, notJudged > 0, faults]).toEqual([{ same: 1 }, true, []]);
});

test("a shadow stops after as many calls as it may judge", async () => {
  const judge = liveJudge({ manifest: shop(asksAboutLooks), was: shop() }, false, 1);
  const { records, server } = shopWith({ contracts: contractsOf() });
  for (const id of [1, 2]) await server.invoke("shop.look", { id }, { principal: mia });
  const taken = async () => {
    for (const record of records) await judge.take(record);
  };
  await expect(taken()).rejects.toThrow("1 calls were judged: start the server again for more");
});

test("a shadow writes nothing into the store of its server, and no file where there are no differences", async () => {
  const writes: string[] = [];
  const store = memoryStore();
  const seen = new Proxy(store, {
    get:
      (target, name: "put") =>
      (...given: readonly [string]) => {
        if (["put", "insert", "replace", "increment", "delete"].includes(name)) writes.push(name);
        return (target[name] as unknown as (...given: readonly unknown[]) => unknown)(...given);
      },
  });
  const file = join(folderOf({}), "shadow.jsonl");
  const { candidate, server } = shopWith({ contracts: contractsOf(), file }, { store: seen });
  await server.invoke("shop.look", { id: 1 }, { principal: mia });
  expect((await untilJudged(candidate, 1)).verdicts).toEqual({ same: 1 });
  expect([writes, existsSync(file)]).toEqual([[], false]);
});
