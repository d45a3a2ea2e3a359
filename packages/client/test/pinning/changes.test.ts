// What each change of a definition means for safety.
import type { Json, JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import {
  compareDefinitions,
  verdictOf,
  type DefinitionVerdict,
} from "../../src/pinning/compare-definitions.ts";
import { driftOf, findDrift, foundDrift } from "../../src/pinning/drift.ts";
import {
  definitionOf,
  definitionOfContract,
  type ToolDefinition,
} from "../../src/pinning/tool-definition.ts";
import { trustedContract } from "../../src/pinning/trusted-contract.ts";
import { fingerprintOf } from "../../src/connection/fingerprint.ts";
import { contract } from "../contract.ts";

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const base: ToolDefinition = {
  name: "get",
  title: null,
  description: null,
  inputSchema: {},
  outputSchema: null,
  hints,
  contract: {},
};

const changes = (was: Partial<ToolDefinition>, is: Partial<ToolDefinition>): readonly string[] =>
  compareDefinitions({ ...base, ...was }, { ...base, ...is }).map(
    ({ what, verdict }) => `${what} ${verdict}`,
  );

/** A fact that is not there is left out. */
const fact = (name: string, value: Json | undefined): { readonly contract: JsonObject } => ({
  contract: value === undefined ? {} : { [name]: value },
});

const always = { kind: "always" };
const other = { approver: "other" };
const when = (condition: string, more: JsonObject = {}): JsonObject => ({ kind: "when", condition, ...more });
const [c1, c2] = ["input.a > 1", "input.a > 2"];

test.each<readonly [name: string, was: Json | undefined, is: Json | undefined, verdict: DefinitionVerdict]>([
  ["confirmation", always, { kind: "never" }, "loosened"],
  ["confirmation", { kind: "never" }, always, "tightened"],
  ["confirmation", { kind: "never" }, when(c1), "tightened"],
  ["confirmation", when(c1), { kind: "never" }, "loosened"],
  ["confirmation", when(c1), always, "tightened"],
  ["confirmation", always, when(c1), "loosened"],
  ["confirmation", when(c1), when(c2), "loosened"],
  ["confirmation", always, undefined, "loosened"],
  ["confirmation", undefined, always, "tightened"],
  ["confirmation", undefined, { kind: "never" }, "loosened"],
  // Who approves counts as well.
  ["confirmation", always, { ...always, ...other }, "tightened"],
  ["confirmation", { ...always, ...other }, always, "loosened"],
  ["confirmation", { ...always, approvers: 2 }, { ...always, approvers: 3 }, "tightened"],
  ["confirmation", when(c1), when(c1, other), "tightened"],
  ["confirmation", when(c1), when(c2, other), "loosened"],
  ["confirmation", when(c1, other), always, "loosened"],
  ["confirmation", when(c1), { ...always, ...other }, "tightened"],
  ["confirmation", always, { kind: "sometimes", ...other }, "loosened"],
  ["confirmation", always, { ...always, more: 1 }, "loosened"],
  ["stepUpAuth", { kind: "never" }, { kind: "when", condition: c1 }, "tightened"],
  ["stepUpAuth", { kind: "when", condition: c1 }, { kind: "never" }, "loosened"],
  ["stepUpAuth", { kind: "never" }, undefined, "loosened"],
  ["stepUpAuth", undefined, { kind: "never" }, "tightened"],
  ["stepUpAuth", always, "x", "loosened"],
  ["stepUpAuth", { ...always, maxAgeMs: 1 }, { ...always, maxAgeMs: 2 }, "loosened"],
  ["riskLevel", "low", "high", "tightened"],
  ["riskLevel", "high", "low", "loosened"],
  ["riskLevel", "high", "none", "loosened"],
  ["autonomousExecution", undefined, false, "changed"],
  ["autonomousExecution", true, false, "tightened"],
  ["autonomousExecution", false, true, "loosened"],
  ["dryRun", undefined, { mode: "supported" }, "tightened"],
  ["dryRun", { mode: "supported" }, { mode: "required" }, "tightened"],
  ["dryRun", { mode: "supported" }, undefined, "loosened"],
  ["dryRun", { mode: "supported", preview: {} }, { mode: "supported" }, "changed"],
  ["refinements", [{ condition: c1 }], [{ condition: c2 }], "loosened"],
  ["permissions", ["a"], ["a", "b"], "tightened"],
  ["permissions", undefined, ["a"], "tightened"],
  ["permissions", ["a", "b"], ["a"], "loosened"],
  ["permissions", ["a"], ["b", "c"], "loosened"],
  ["permissions", ["a"], ["a", "a"], "changed"],
  ["title", "a", "b", "changed"],
])("%s: %j, then %j", (name, was, is, verdict) => {
  expect(changes(fact(name, was), fact(name, is))).toEqual([`contract.${name} ${verdict}`]);
});

test("a fact is named by where it stands", () => {
  const flows = (sendsOut: boolean) => fact("dataFlow", { sendsOut });
  expect(changes(flows(true), flows(false))).toEqual(["contract.dataFlow.sendsOut loosened"]);
  const says = (readOnlyHint: boolean) => fact("hints", { readOnlyHint });
  expect(changes(says(false), says(true))).toEqual(["contract.hints.readOnlyHint loosened"]);
  expect(changes({ hints: { ...hints, readOnlyHint: false } }, {})).toEqual(["hints.readOnlyHint loosened"]);
  // What the contract repeats is told once.
  expect(changes({ title: "a", contract: { title: "a" } }, { title: "b", contract: { title: "b" } })).toEqual(
    ["title changed"],
  );
});

test("a contract that is gone has promised nothing; one that is new is a change", () => {
  expect(changes({ contract: {} }, { contract: null })).toEqual(["contract loosened"]);
  expect(changes({ contract: null }, { contract: {} })).toEqual(["contract changed"]);
});

test("without the argument `dryRun` no plan can be asked for", () => {
  const takes = { inputSchema: { properties: { dryRun: {} } } };
  const not = { inputSchema: { properties: { other: {} } } };
  expect(changes(takes, not)).toEqual(["inputSchema loosened"]);
  expect(changes(not, takes)).toEqual(["inputSchema changed"]);
  expect(changes(not, { inputSchema: {} })).toEqual(["inputSchema changed"]);
  expect(
    changes({ inputSchema: { properties: { ...takes.inputSchema.properties, more: {} } } }, takes),
  ).toEqual(["inputSchema changed"]);
  const none = { inputSchema: null as unknown as JsonObject };
  expect([changes(not, none), changes(takes, none)]).toEqual([
    ["inputSchema changed"],
    ["inputSchema loosened"],
  ]);
});

test("one loosened change loosens the whole, and only if all tighten it is tightened", () => {
  const all = (...verdicts: readonly DefinitionVerdict[]) =>
    verdictOf(verdicts.map((verdict) => ({ what: "x", verdict })));
  expect(all()).toBe("changed");
  expect(all("tightened", "tightened")).toBe("tightened");
  expect(all("tightened", "changed")).toBe("changed");
  expect(all("tightened", "loosened", "changed")).toBe("loosened");
});

test("a tool that differs is changed, silent without its contract, or added", async () => {
  expect(await findDrift("get", base, base)).toBeUndefined();
  expect(await findDrift("get", base, { ...base, contract: null })).toMatchObject({ kind: "silent" });
  expect(await findDrift("get", base, { ...base, title: "x" })).toMatchObject({ kind: "changed" });
  expect(await foundDrift("changed", "get", [], base)).toBeUndefined();
  expect(await foundDrift("changed", "get", [{ what: "x", verdict: "tightened" }], base)).toMatchObject({
    kind: "changed",
    verdict: "tightened",
  });
  expect(await driftOf("added", "get", [], base)).toMatchObject({
    kind: "added",
    verdict: "changed",
    changes: [],
  });
});

test("a definition holds what a server lists, and null for what it does not", () => {
  const tool = { name: "get", inputSchema: {}, meta: {} };
  const none = { readOnlyHint: null, destructiveHint: null, idempotentHint: null, openWorldHint: null };
  expect(definitionOf(tool)).toEqual({ ...base, hints: none, contract: null });
  const annotations = { readOnlyHint: "yes", openWorldHint: false };
  const shown = { title: "Get", description: "Gets.", outputSchema: { type: "object" } };
  expect(definitionOf({ ...tool, ...shown, annotations })).toEqual({
    ...base,
    ...shown,
    hints: { ...none, openWorldHint: false },
    contract: null,
  });
});

test("a listed contract is trusted by its hash, if all beside it says the same", async () => {
  const known = contract();
  const definition = await definitionOfContract(known, "customers_get");
  const hash = await fingerprintOf(definition.contract ?? {});
  expect(await trustedContract(definition, [hash])).toMatchObject({ name: known.name, hash });
  for (const [shown, trusted] of [
    [definition, []],
    [definition, ["other"]],
    [{ ...definition, contract: null }, [hash]],
    [{ ...definition, title: "x" }, [hash]],
    [{ ...definition, hints: { ...definition.hints, readOnlyHint: false } }, [hash]],
    [{ ...definition, name: "customers_delete" }, [hash]],
    [await definitionOfContract(known, "delete"), [hash]],
  ] as const)
    expect(await trustedContract(shown, trusted)).toBeUndefined();
});
