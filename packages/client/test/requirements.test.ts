import fc from "fast-check";
import { expect, test } from "vitest";
import { unmetRequirements } from "../src/index.ts";
import type { RequirementState } from "../src/index.ts";

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
