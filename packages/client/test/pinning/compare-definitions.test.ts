import type { ToolContract } from "@proviso/manifest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDefinitions, verdictOf } from "../../src/pinning/compare-definitions.ts";
import { definitionOf, definitionOfContract } from "../../src/pinning/tool-definition.ts";
import { contract, deletion } from "../contract.ts";
import { listed } from "../fake-connection.ts";

const base = deletion({
  permissions: ["customers:delete", "customers:read"],
  requirements: ["env:production"],
  dryRun: { mode: "required", preview: { type: "object" } },
  rateLimit: { limit: 10, perMs: 1_000 },
  stepUpAuth: { kind: "always" },
  dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: true },
  hints: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
    agencyHint: true,
  },
});
const definition = (change: Partial<ToolContract> = {}) =>
  definitionOfContract({ ...base, ...change }, base.name);

/** Expects that the change loosens and its reverse tightens, or the other given verdicts. */
async function check(
  change: Partial<ToolContract>,
  back: "tightened" | "loosened" | "changed" = "tightened",
): Promise<void> {
  const verdict = (...definitions: Parameters<typeof compareDefinitions>) =>
    verdictOf(compareDefinitions(...definitions));
  expect({ change, verdict: verdict(await definition(), await definition(change)) }).toEqual({
    change,
    verdict: "loosened",
  });
  expect({ change, verdict: verdict(await definition(change), await definition()) }).toEqual({
    change,
    verdict: back,
  });
}

test("less risk, less confirmation, fewer permissions and safer hints loosen", async () => {
  for (const riskLevel of ["low", "medium", "high"] as const) await check({ riskLevel });
  await check({ autonomousExecution: true });
  await check({ confirmation: { kind: "never" } });
  await check({ confirmation: { kind: "when", condition: "true" } });
  await check({ stepUpAuth: { kind: "never" } });
  await check({ permissions: ["customers:read"] });
  await check({ requirements: [] });
  await check({ sideEffects: [] });
  for (const key of ["destructiveHint", "openWorldHint", "agencyHint"] as const)
    await check({ hints: { ...base.hints, [key]: false } });
  for (const key of ["idempotentHint", "readOnlyHint"] as const)
    await check({ hints: { ...base.hints, [key]: true } });
  for (const key of ["readsPrivate", "returnsUntrusted", "sendsOut"] as const)
    await check({ dataFlow: { ...base.dataFlow, [key]: false } });
});

test("what cannot be compared counts as loosened", async () => {
  await check({ stepUpAuth: { kind: "always", maxAgeMs: 1 } }, "loosened");
  const when = (condition: string) => definition({ confirmation: { kind: "when", condition } });
  expect(verdictOf(compareDefinitions(await when("true"), await when("false")))).toBe("loosened");
});

test("a dropped field loosens like its weakest value", async () => {
  const { dryRun: _dryRun, ...without } = base;
  const optional = await definition({ dryRun: { mode: "supported", preview: { type: "object" } } });
  expect(
    verdictOf(compareDefinitions(await definition(), await definitionOfContract(without, base.name))),
  ).toBe("loosened");
  expect(verdictOf(compareDefinitions(await definition(), optional))).toBe("loosened");
});

test("text, schemas and numbers are merely changed, and hide no loosening beside them", async () => {
  for (const change of [
    { title: "x" },
    { description: "x" },
    { timeoutMs: 1 },
    { rateLimit: { limit: 100, perMs: 1_000 } },
  ])
    expect(verdictOf(compareDefinitions(await definition(), await definition(change)))).toBe("changed");
  await check({ riskLevel: "low", requirements: ["env:production", "auth:oauth2"] }, "loosened");
});

test("a hint that a server begins to give loosens only if it is a safe one", async () => {
  const silent = definitionOf({ ...listed(contract()), annotations: {} });
  const says = (hint: string, value: boolean) => ({ ...silent, hints: { ...silent.hints, [hint]: value } });
  for (const [hint, value, verdict] of [
    ["readOnlyHint", true, "loosened"],
    ["readOnlyHint", false, "changed"],
    ["destructiveHint", false, "loosened"],
    ["destructiveHint", true, "changed"],
  ] as const)
    expect(verdictOf(compareDefinitions(silent, says(hint, value)))).toBe(verdict);
});

test("equal definitions have no changes, others have some, whatever a server puts into them", async () => {
  const json = fc.dictionary(
    fc.constantFrom("riskLevel", "hints", "hash", "sideEffects", "x"),
    fc.jsonValue(),
  );
  const plain = await definition();
  fc.assert(
    fc.property(json, json, (was, is) => {
      const [before, after] = [was, is].map((claim) => ({ ...plain, contract: claim as never }));
      if (!before || !after) throw new Error("two definitions");
      const same = JSON.stringify(sorted(was)) === JSON.stringify(sorted(is));
      expect(compareDefinitions(before, after).length === 0).toBe(same);
    }),
    { seed: 5 },
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
