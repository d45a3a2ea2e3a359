import { metaKeys } from "@proviso/manifest";
import type { Hints, JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import {
  isAgentic,
  isDestructive,
  isIdempotent,
  isOpenWorld,
  isReadOnly,
  requiresConfirmation,
  toolMetadata,
} from "../src/index.ts";
import type { WireTool } from "../src/index.ts";
import { claimsOf, factsByClaims } from "../src/tool/claims.ts";
import { factsOf, reliedOn } from "../src/tool/subject.ts";
import { contract, deletion } from "./contract.ts";
import { listed } from "./fake-connection.ts";
import { unverified } from "./unverified.ts";

/** A listed tool whose server also shows a contract with these facts. */
function shows(facts: JsonObject, annotations: JsonObject = {}): WireTool {
  const tool = listed(contract());
  const shown = tool.meta[metaKeys.contract] as JsonObject;
  return { ...tool, annotations, meta: { [metaKeys.contract]: { ...shown, ...facts } } };
}

const named = { name: "files_wipe", title: "Wipe", description: "Wipes." };

function factsOfHints(hints: Partial<Hints>, more: JsonObject = {}) {
  return factsByClaims(named, claimsOf(shows({ hints: { ...hints }, ...more }), true));
}

test("if the contract and the annotations of a server differ, the stricter hint counts, whichever says it", () => {
  for (const [hint, strict] of [
    ["readOnlyHint", false],
    ["destructiveHint", true],
    ["idempotentHint", false],
    ["openWorldHint", true],
    ["agencyHint", true],
  ] as const)
    for (const [inContract, inAnnotations, expected] of [
      [strict, !strict, strict],
      [!strict, strict, strict],
      [!strict, !strict, !strict],
      [strict, strict, strict],
    ] as const) {
      const tool = shows({ hints: { [hint]: inContract } }, { [hint]: inAnnotations });
      expect([hint, claimsOf(tool, false).hints[hint]]).toEqual([hint, expected]);
    }
});

test("a hint that neither source gives is absent, and one that is no boolean too", () => {
  expect(claimsOf(shows({ hints: {} }, { readOnlyHint: "true" }), false).hints).toEqual({});
});

test("a contract claims that a person is asked by `confirmation: always` or by not running autonomously", () => {
  for (const [said, asks] of [
    [{ autonomousExecution: true, confirmation: { kind: "never" } }, false],
    [{ autonomousExecution: true, confirmation: { kind: "when", condition: "true" } }, false],
    [{ autonomousExecution: false, confirmation: { kind: "never" } }, true],
    [{ autonomousExecution: true, confirmation: { kind: "always" } }, true],
  ] as const) {
    const claims = claimsOf(shows(said), true);
    expect({ said, asks: requiresConfirmation(claims) }).toEqual({ said, asks });
    expect(claims.confirmation).toBe(asks ? "always" : undefined);
    const { autonomousExecution, confirmation } = factsByClaims(named, claims);
    expect({ autonomousExecution, confirmation }).toEqual({
      autonomousExecution: !asks,
      confirmation: { kind: asks ? "always" : "never" },
    });
  }
});

test("without a contract nothing but hints is claimed, and the risk is medium", () => {
  const claims = claimsOf({ name: "x", inputSchema: {}, meta: {} }, false);
  expect(claims).toEqual({ trusted: false, hints: {}, metadata: {} });
  expect(factsByClaims(named, claims)).toMatchObject({
    ...named,
    riskLevel: "medium",
    autonomousExecution: true,
    confirmation: { kind: "never" },
  });
});

test("the risk and the metadata of a shown contract are claims", () => {
  const claims = claimsOf(shows({ riskLevel: "critical", metadata: { team: "billing" } }), false);
  expect(claims).toMatchObject({ riskLevel: "critical", metadata: { team: "billing" } });
  expect(factsByClaims(named, claims).riskLevel).toBe("critical");
  expect(claimsOf(shows({ riskLevel: "none" }), false).riskLevel).toBeUndefined();
});

test("the claimed effects are those of a known kind, with their description", () => {
  const sideEffects = [
    { kind: "deletes", description: "The customer." },
    { kind: "sends", description: 1 },
    { kind: "conjures", description: "A rabbit." },
    "deletes",
    null,
  ];
  const { effects = [] } = claimsOf(shows({ sideEffects }), false);
  expect(effects).toEqual([
    { kind: "deletes", description: "The customer." },
    { kind: "sends", description: "" },
  ]);
  for (const none of [[], ["deletes"], "deletes", null])
    expect(claimsOf(shows({ sideEffects: none }), false)).not.toHaveProperty("effects");
});

test("a missing hint counts as the worst, except agency, whose absence says nothing", () => {
  expect(factsOfHints({}).hints).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  });
  expect(factsOfHints({ agencyHint: true }).hints).toMatchObject({ agencyHint: true });
  expect(factsOfHints({ agencyHint: false }).hints).toMatchObject({ agencyHint: false });
});

test("what only reads destroys nothing unless it says so, and what changes something destroys unless it denies it", () => {
  for (const [hints, readOnlyHint, destructiveHint] of [
    [{ readOnlyHint: true }, true, false],
    [{ readOnlyHint: false }, false, true],
    [{ readOnlyHint: true, destructiveHint: true }, false, true],
    [{ readOnlyHint: true, destructiveHint: false }, true, false],
    [{ readOnlyHint: false, destructiveHint: false }, false, false],
    [{ destructiveHint: false }, false, false],
  ] as const)
    expect({ hints, is: factsOfHints(hints).hints }).toMatchObject({
      hints,
      is: { readOnlyHint, destructiveHint },
    });
});

test("a closed tool sends nothing out, an open one does if it changes something", () => {
  const reads = { readOnlyHint: true, destructiveHint: false };
  const changes = { readOnlyHint: false, destructiveHint: false };
  for (const [hints, returnsUntrusted, sendsOut] of [
    [{ ...reads, openWorldHint: false }, false, false],
    [{ ...reads, openWorldHint: true }, true, false],
    [{ ...changes, openWorldHint: false }, false, false],
    [{ ...changes, openWorldHint: true }, true, true],
    [changes, true, true],
  ] as const)
    expect({ hints, flow: factsOfHints(hints).dataFlow }).toEqual({
      hints,
      flow: { readsPrivate: true, returnsUntrusted, sendsOut },
    });
});

test("each accessor reads its own hint and nothing else", () => {
  for (const [hint, accessor] of [
    ["readOnly", isReadOnly],
    ["destructive", isDestructive],
    ["idempotent", isIdempotent],
    ["openWorld", isOpenWorld],
    ["agency", isAgentic],
  ] as const) {
    for (const value of [true, false])
      expect([hint, accessor({ metadata: toolMetadata({}, { [`${hint}Hint`]: value }) })]).toEqual([
        hint,
        value,
      ]);
    expect(toolMetadata({}, { [`${hint}Hint`]: "true" })).toEqual({});
    expect(accessor({ metadata: { [hint]: "true" } })).toBe(false);
  }
  expect(toolMetadata({}, {})).not.toHaveProperty("requiresConfirmation");
  expect(requiresConfirmation({ metadata: toolMetadata({}, {}, true) })).toBe(true);
  expect(requiresConfirmation({ metadata: toolMetadata({}, {}, false) })).toBe(false);
});

test("nothing that a drifted tool says or was known for makes a decision milder", () => {
  const pinned = deletion();
  const claims = claimsOf(shows({}, { readOnlyHint: true }), true);
  for (const why of ["drifted", "loosened"] as const) {
    expect(reliedOn(unverified(why, {}, { pinned }))).toBeUndefined();
    expect(reliedOn(unverified(why, {}, { claims }))).toBeUndefined();
    expect(factsOf(unverified(why, {}, { pinned }))).toBe(pinned);
  }
  expect(reliedOn(unverified("unpinned"))).toBeUndefined();
  expect(reliedOn(unverified("unpinned", {}, { claims }))).toMatchObject({ hints: { readOnlyHint: true } });
  expect(reliedOn(pinned)).toBe(pinned);
});
