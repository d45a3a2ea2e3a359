// A trail is text of others: somebody may have written records, names and arguments into it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "@proviso/server";
import { expect, test } from "vitest";
import { foldCalls, readCalls, type Verdict } from "../../src/index.ts";
import { memoryTrail } from "../memory-trail.ts";
import { contractsOf, folderOf, replay } from "../run-replay.ts";
import { shop } from "../truth/contracts.ts";

const time = "2026-01-01T08:00:00.000Z";
const ada = { id: "ada", kind: "agent" } as const;
const manifest = shop();

const intent = (callId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  callId,
  kind: "intent",
  time,
  principal: ada,
  tool: "shop.tag",
  event: "order.tagged",
  contractHash: "0".repeat(64),
  input: { id: 1, tag: "a" },
  caller: "0123456789abcdef",
  callerFacts: { permissions: ["shop:write"] },
  ...more,
});
const outcome = (callId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  callId,
  kind: "outcome",
  time,
  principal: ada,
  tool: "shop.tag",
  event: "order.tagged",
  outcome: "completed",
  ...more,
});

async function verdictsOf(...entries: readonly AuditEntry[]): Promise<readonly Verdict[]> {
  const { sink, trail } = memoryTrail();
  for (const entry of entries) await sink.append(entry);
  const verdicts: Verdict[] = [];
  await foldCalls(
    await readCalls(trail),
    { manifest, was: manifest },
    ({ verdict }) => void verdicts.push(verdict),
  );
  return verdicts;
}

async function fileOf(...entries: readonly AuditEntry[]): Promise<string> {
  const { sink, events } = memoryTrail();
  for (const entry of entries) await sink.append(entry);
  const file = join(folderOf({}), "trail.jsonl");
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return file;
}

test("a trail that cannot be verified is not judged, unless asked for", async () => {
  const file = await fileOf(intent("a"), outcome("a"));
  const words = ["--trail", file, "--contracts", contractsOf()];
  const refused = await replay(...words);
  expect(refused.code).toBe(1);
  expect(refused.out).toBe("");
  expect(refused.err).toContain("BROKEN");
  expect((await replay(...words, "--unverified")).code).toBe(0);
});

test("records that contradict each other decide nothing", async () => {
  const mallory = { id: "mallory", kind: "agent" } as const;
  const record = [{ kind: "undecidable", doubt: "record" }];
  expect(await verdictsOf(intent("a"), intent("a", { input: { id: 2, tag: "b" } }), outcome("a"))).toEqual(
    record,
  );
  expect(await verdictsOf(intent("a"), outcome("a", { principal: mallory }))).toEqual(record);
  expect(await verdictsOf(intent("a"), outcome("a"), outcome("a", { outcome: "refused" }))).toEqual(record);
});

test("a forged approval of one call approves no other caller's and no other arguments", async () => {
  const request = "f".repeat(64);
  const asks = { outcome: "input_required", request } as const;
  const share = { tool: "shop.share", event: "order.shared" } as const;
  const input = { id: 1, to: "eva@example.com" };
  const approved = [
    intent("b", { ...share, input: { ...input, id: 2 } }),
    { ...outcome("b", share), kind: "approval" as const, request },
    outcome("b", { ...share, request }),
  ];
  const calls = (
    await readCallsOf(intent("a", { ...share, input }), outcome("a", { ...share, ...asks }), ...approved)
  ).calls;
  expect(calls.map(({ id, isApproved }) => [id, isApproved])).toEqual([
    ["a", false],
    ["b", true],
  ]);
});

async function readCallsOf(...entries: readonly AuditEntry[]) {
  const { sink, trail } = memoryTrail();
  for (const entry of entries) await sink.append(entry);
  return readCalls(trail);
}

test("forged facts of a caller name no other caller", async () => {
  const forged = { permissions: ["shop:write"], id: "root", kind: "user", tenant: "other" };
  const facts = { callerFacts: forged } as Partial<AuditEntry>;
  expect(await verdictsOf(intent("a", facts), outcome("a"))).toEqual([{ kind: "same" }]);
});

test("wrong types where facts, times and arguments should be are no exception", async () => {
  const odd = [
    { callerFacts: { permissions: "all" } },
    { callerFacts: { permissions: ["shop:write"], authTime: "soon" } },
    { principal: { id: { toString: "x" } } },
    { principal: 7 },
    { input: [1, 2] },
    { input: { id: 1, tag: "a", __proto__: null, constructor: 1 } },
    { secrets: "x" },
    { contractHash: 9 },
    { time: "yesterday" },
    { request: { a: 1 } },
    { tool: "__proto__" },
    { tool: "constructor" },
    { expiresAt: "never" },
    { key: 3 },
  ] as unknown as readonly Partial<AuditEntry>[];
  for (const more of odd) {
    const verdicts = await verdictsOf(intent("a", more), outcome("a", "tool" in more ? more : {}));
    expect(verdicts.filter(({ kind }) => kind === "now-runs")).toEqual([]);
  }
});

test("names of callers, tools and ids reach the terminal without escapes, newlines or workflow commands", async () => {
  const evil = "\u001b]8;;http://x\u0007\u001b[2J\n::error::\u202e";
  const file = await fileOf(
    intent(`a${evil}`, { tool: evil, principal: { id: evil, kind: "agent" } }),
    outcome(`a${evil}`, { tool: evil, principal: { id: evil, kind: "agent" } }),
    intent("b"),
    outcome("b", { outcome: "refused", failure: evil }),
  );
  const words = ["--trail", file, "--contracts", contractsOf(), "--unverified"];
  const { out } = await replay(...words);
  expect(out).toContain("::error::");
  // oxlint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^::/m);
  const json = (await replay(...words, "--json")).out;
  expect(json).not.toContain("\u202e");
  expect(JSON.parse(json)).toMatchObject({ calls: 2 });
});

test("names in a comment are neither markup nor mentions nor cells, and no caller is named", async () => {
  const evil = "x`@all | <img src=x> \\| [a](http://x)\n\n# y";
  const who = { tool: evil, principal: { id: "usr_mia", kind: "agent" } } as const;
  const file = await fileOf(intent(evil, who), outcome(evil, who));
  const words = ["--trail", file, "--contracts", contractsOf(), "--unverified", "--format", "markdown"];
  const { out } = await replay(...words);
  expect(out).not.toContain("usr_mia");
  const rows = out.split("\n").filter((line) => line.includes("@all"));
  expect(rows.map((row) => row.split("|").length)).toEqual([7]);
  expect(out.replaceAll(/`[^`\n]*`/g, "")).not.toMatch(/@all|<img|\[a\]|^# /m);
});

test("a secret that a condition or a key reads makes a call undecidable, and an equal digest does not", async () => {
  const share = {
    tool: "shop.share",
    event: "order.shared",
    input: { id: 1, to: "e@example.com", password: "[redacted]" },
  };
  expect(await verdictsOf(intent("a", share), outcome("a", { tool: "shop.share" }))).toEqual([
    { kind: "undecidable", doubt: "secret" },
  ]);
  const known = manifest.tools.find(({ name }) => name === "shop.share")?.hash ?? "";
  const same = { ...share, contractHash: known, secrets: { password: "a".repeat(64) } };
  expect(await verdictsOf(intent("a", same), outcome("a", { tool: "shop.share" }))).toEqual([
    { kind: "same" },
  ]);
});

test("of thousands of tools and callers few are printed", async () => {
  const entries = Array.from({ length: 2000 }, (_, at) => [
    intent(`c${at}`, { tool: `t${at}`, principal: { id: `p${at}`, kind: "agent" } }),
    outcome(`c${at}`, { tool: `t${at}`, principal: { id: `p${at}`, kind: "agent" } }),
  ]).flat();
  const words = ["--trail", await fileOf(...entries), "--contracts", contractsOf(), "--unverified"];
  expect((await replay(...words)).out.split("\n").length).toBeLessThan(80);
});

test("a call that no contract has any more would be refused", async () => {
  const gone = { tool: "shop.gone", event: "order.gone" };
  expect(await verdictsOf(intent("a", gone), outcome("a", gone))).toEqual([
    { kind: "now-refused", code: "unknown_tool" },
  ]);
});
