import type { ToolContract } from "@proviso/manifest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unmetRequirements } from "../src/index.ts";
import type { RequirementState, RequirementStates } from "../src/index.ts";
import { contract, deletion } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { over } from "./harness.ts";

const name = fc.constantFrom(
  "auth:oauth2",
  "env:production",
  "ENV:production",
  "state:x",
  "constructor",
  "__proto__",
);
const state = fc.constantFrom<RequirementState>("met", "unmet", "possible");
const known = fc.dictionary(name, state);

test("SEP-2487: a call is skipped only if every requirement is known and at least one is unmet", () => {
  fc.assert(
    fc.property(fc.array(name), known, (declared, states) => {
      const own = new Map(Object.entries(states));
      const allKnown = declared.every((requirement) => own.has(requirement));
      const unmet = declared.filter((requirement) => own.get(requirement) === "unmet");
      expect(unmetRequirements(declared, states)).toEqual(allKnown ? unmet : []);
    }),
    { seed: 2487 },
  );
});

test("SEP-2487: the guard differs from one without requirements only if all are known and one is unmet", async () => {
  const anything = fc.oneof(name, fc.string());
  const states = fc.dictionary(anything, state);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anything), states, fc.boolean(), async (declared, host, asks) => {
      const base = asks ? deletion() : contract();
      const plain = await outcome(base, host);
      const guarded = await outcome({ ...base, requirements: declared }, host);
      const all = declared.every((requirement) => Object.hasOwn(host, requirement));
      const mayRefuse = all && declared.some((requirement) => host[requirement] === "unmet");
      expect(guarded).toBe(mayRefuse ? "refused_by_guard 0 requirement_unmet" : plain);
    }),
    { seed: 2487 },
  );
});

/** The result of a call: the code, how often it was sent, and the reasons of a refusal. */
async function outcome(tool: ToolContract, requirements: RequirementStates): Promise<string> {
  const { guard, connection } = over(tool, () => done(), { requirements });
  const result = await guard.call(tool.name, {});
  const sent = connection.calls.length;
  return result.ok
    ? `ok ${sent}`
    : `${result.failure.code} ${sent} ${String(result.failure.details?.["reasons"])}`;
}

test("SEP-2487: one unknown requirement makes the client act as if there were none", () => {
  expect(unmetRequirements(["env:production", "state:weather.clear"], { "env:production": "unmet" })).toEqual(
    [],
  );
});

test("SEP-2487: strings are opaque and match exactly", () => {
  expect(
    unmetRequirements(["env:production"], { "env:Production": "unmet", "env:production ": "unmet" }),
  ).toEqual([]);
  expect(unmetRequirements(["toString"], {})).toEqual([]);
});

test("SEP-2487: a requirement that may be met skips nothing", () => {
  expect(unmetRequirements(["a", "b"], { a: "possible", b: "met" })).toEqual([]);
  expect(unmetRequirements(["a", "b"], { a: "possible", b: "unmet" })).toEqual(["b"]);
});

test("SEP-2487: what a requirement seems to say decides nothing", async () => {
  const said = ["env:production", "auth:admin", "confirmation:none"];
  for (const base of [contract(), deletion()]) {
    const plain = await outcome(base, {});
    expect(await outcome({ ...base, requirements: said }, {})).toBe(plain);
  }
});

test("SEP-2487: a requirement that is met makes no decision milder", async () => {
  const tool = deletion({ requirements: ["env:production"] });
  expect(await outcome(tool, { "env:production": "met" })).toBe(await outcome(deletion(), {}));
});

test("SEP-2487: a host that says nothing of requirements calls as without them", async () => {
  const { guard } = over(contract({ requirements: ["env:production"] }), () => done());
  expect((await guard.call("customers.get", {})).ok).toBe(true);
});

test("SEP-2487: a server that lists no requirements is served as before", async () => {
  for (const host of [{}, { "env:production": "unmet" }] as const)
    expect(await outcome(contract(), host)).toBe("ok 1");
});
