import { expect, test } from "vitest";
import { classify, createGuard, isDestructive, isReadOnly, strictest } from "../src/index.ts";
import type { CallRequest, Confirm, CreateGuardOptions, GuardPolicy, WireTool } from "../src/index.ts";
import type { JsonObject } from "@proviso/manifest";
import { contract, destructive, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

function plain(name: string, annotations: JsonObject, meta: JsonObject = {}): WireTool {
  return { name, inputSchema: { type: "object" }, annotations, meta };
}
const wires = [
  plain("get_notes", { readOnlyHint: true, destructiveHint: false, agencyHint: false }),
  plain("wipe_notes", { readOnlyHint: false, destructiveHint: true, agencyHint: true }),
  plain("old_tool", {}),
];

function guardOf(options: CreateGuardOptions = {}) {
  const connection = fakeConnection(wires, () => done());
  return { connection, guard: createGuard(connection, { env: "test", ...options }) };
}

test("000: silence about agency is no claim: such tools are a group of their own", async () => {
  const { tools } = await guardOf().guard.inspect();
  const groups = [...tools.groupBy("agency")].map(([value, members]) => [
    value,
    members.map(({ name }) => name),
  ]);
  expect(groups).toEqual([
    ["agentic", ["wipe_notes"]],
    ["not stated", ["old_tool"]],
    ["utility", ["get_notes"]],
  ]);
});

test("a tool without a contract is grouped by what its server claims, and its classification claims nothing", async () => {
  for (const trustAnnotations of [false, true]) {
    const { tools } = await guardOf({ trustAnnotations }).guard.inspect();
    expect([...tools.groupBy("claim")].map(([value]) => value)).toEqual([
      "destructive",
      "read_only",
      "unclassified",
    ]);
    expect(tools.tools.every((tool) => tool.classification === classify(tool))).toBe(true);
    expect(tools.get("get_notes")?.classification).toBe(trustAnnotations ? "read_only" : "unclassified");
  }
});

test("003: a host's own policy tells tools without a contract apart, by name and by claims that are marked as such", async () => {
  const own: GuardPolicy = (tool) => {
    if (!("kind" in tool)) return { kind: "run", reasons: [] };
    if (tool.name === "old_tool") return { kind: "refuse", reasons: ["own:Old."] };
    expect(tool.claims.trusted).toBe(false);
    expect(isReadOnly(tool)).toBe(false);
    return isReadOnly(tool.claims) && !isDestructive(tool.claims)
      ? { kind: "run", reasons: [] }
      : { kind: "ask", reasons: ["own:It may change something."] };
  };
  const { guard, connection } = guardOf({ policies: { decide: own } });
  const kinds = await Promise.all(wires.map(async ({ name }) => (await guard.review(name, {})).kind));
  expect(kinds).toEqual(["run", "ask", "refuse"]);
  expect((await guard.call("get_notes", {})).ok).toBe(true);
  expect(connection.calls.length).toBe(1);
});

test("an own policy beside the default one does not make a tool safer", async () => {
  const lenient: GuardPolicy = () => ({ kind: "run", reasons: [] });
  const decide = (await import("../src/index.ts")).decide;
  const { guard } = guardOf({ policies: { decide: strictest(decide, lenient) } });
  expect((await guard.review("get_notes", {})).kind).toBe("ask");
});

test("each question about a tool without a contract says what its server claims, and nothing is remembered", async () => {
  const asked: CallRequest[] = [];
  const confirm: Confirm = (request) => (asked.push(request as CallRequest), yes(request));
  const { guard } = guardOf({ confirm });
  for (const name of ["get_notes", "get_notes", "wipe_notes", "old_tool"]) await guard.call(name, {});
  const claims = asked.map(
    ({ view }) => view.find(({ title }) => title.includes("nobody has verified"))?.lines,
  );
  expect(claims.map((lines) => lines?.slice(2))).toEqual([
    ["only reads; destroys nothing; does one thing"],
    ["only reads; destroys nothing; does one thing"],
    ["changes something; destroys something; acts on its own in several steps"],
    ["no hint about what it does"],
  ]);
});

test("000: what acts on its own and can destroy wants a phrase at every level, unless a plan must be seen", async () => {
  const hints = { ...destructive, agencyHint: true };
  const agent = contract({ name: "agents.tidy", riskLevel: "medium", hints });
  const preview = { type: "object" } as const;
  for (const [tool, phrase] of [
    [agent, /^tidy [0-9a-f]{6}$/],
    [{ ...agent, dryRun: { mode: "supported", preview } } as const, /^tidy [0-9a-f]{6}$/],
    [{ ...agent, dryRun: { mode: "required", preview } } as const, undefined],
    [contract({ name: "notes.tidy", riskLevel: "medium", hints: destructive }), undefined],
  ] as const) {
    const { phrase: asked } = await over(tool, () => done(), { confirm: yes }).guard.review(tool.name, {});
    if (phrase) expect(asked ?? "none").toMatch(phrase);
    else expect(asked).toBeUndefined();
  }
  const { guard } = guardOf({ confirm: yes });
  expect((await guard.review("wipe_notes", {})).phrase).toMatch(/^wipe notes [0-9a-f]{6}$/);
});

test("a tool that drifted is classified by nothing, and its policy still gets its contract", async () => {
  const tool = contract();
  const connection = fakeConnection([{ ...listed(tool), description: "New." }], () => done());
  const seen: unknown[] = [];
  const decide: GuardPolicy = (subject) => (
    seen.push("kind" in subject && subject.pinned?.name),
    { kind: "run", reasons: [] }
  );
  const guard = createGuard(connection, { manifest: manifestOf(tool), policies: { decide } });
  await guard.review(tool.name, {});
  expect(seen).toEqual([tool.name]);
  const { tools } = await guard.inspect();
  expect(tools.tools.map((each) => [each.classification, classify(each)])).toEqual([
    ["unclassified", "unclassified"],
  ]);
});
