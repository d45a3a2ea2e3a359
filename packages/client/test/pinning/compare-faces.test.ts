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

/** Expects that the change loosens, and that taking it back tightens, or what else is said. */
function check(
  change: Partial<ToolContract>,
  back: "tightened" | "loosened" | "changed" = "tightened",
): void {
  const verdict = (...definitions: Parameters<typeof compareDefinitions>) =>
    verdictOf(compareDefinitions(...definitions));
  expect({ change, verdict: verdict(definition(), definition(change)) }).toEqual({
    change,
    verdict: "loosened",
  });
  expect({ change, verdict: verdict(definition(change), definition()) }).toEqual({ change, verdict: back });
}

test("less risk, less confirmation, fewer permissions and safer hints loosen", () => {
  for (const riskLevel of ["low", "medium", "high"] as const) check({ riskLevel });
  check({ autonomousExecution: true });
  check({ confirmation: { kind: "never" } });
  check({ confirmation: { kind: "when", condition: "true" } });
  check({ stepUpAuth: { kind: "never" } });
  check({ permissions: ["customers:read"] });
  check({ requirements: [] });
  check({ sideEffects: [] });
  check({ rateLimit: { limit: 100, perMs: 1_000 } });
  for (const key of ["destructiveHint", "openWorldHint", "agencyHint"] as const)
    check({ hints: { ...base.hints, [key]: false } });
  for (const key of ["idempotentHint", "readOnlyHint"] as const)
    check({ hints: { ...base.hints, [key]: true } });
  for (const key of ["readsPrivate", "returnsUntrusted", "sendsOut"] as const)
    check({ dataFlow: { ...base.dataFlow, [key]: false } });
});

test("what cannot be compared counts as loosened", () => {
  check({ stepUpAuth: { kind: "always", maxAgeMs: 1 } }, "loosened");
  const when = (condition: string) => definition({ confirmation: { kind: "when", condition } });
  expect(verdictOf(compareDefinitions(when("true"), when("false")))).toBe("loosened");
});

test("a dropped field loosens like its weakest value", () => {
  const { dryRun: _dryRun, ...without } = base;
  const optional = definition({ dryRun: { mode: "supported", preview: { type: "object" } } });
  expect(verdictOf(compareDefinitions(definition(), definitionOfContract(without, base.name)))).toBe(
    "loosened",
  );
  expect(verdictOf(compareDefinitions(definition(), optional))).toBe("loosened");
});

test("text, schemas and numbers are merely changed, and hide no loosening beside them", () => {
  for (const change of [{ title: "x" }, { description: "x" }, { timeoutMs: 1 }, { inputSchema: {} }])
    expect(verdictOf(compareDefinitions(definition(), definition(change)))).toBe("changed");
  check({ riskLevel: "low", requirements: ["env:production", "auth:oauth2"] }, "loosened");
});

test("a hint that a server begins to give loosens only if it is a safe one", () => {
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

test("equal definitions have no changes, others have some, whatever a server puts into them", () => {
  const json = fc.dictionary(
    fc.constantFrom("riskLevel", "hints", "hash", "sideEffects", "x"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(json, json, (was, is) => {
      const [before, after] = [was, is].map((claim) => ({ ...definition(), contract: claim as never }));
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
