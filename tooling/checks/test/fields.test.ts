import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../src/workspace.ts";

/** A field of a contract, and the number of source files that may name it. */
interface FieldPlaces {
  readonly field: string;
  readonly max: number;
}

/**
 * A field is data in `manifest/src/fields`, and what lists fields derives from there. What is left is its type, shape and derivation,
 * the rule that compares it, rules of the compiler, examples on pages, and the stage that enforces it: 15 files are enough, unless
 * a comment says why not.
 */
const places: readonly FieldPlaces[] = [
  // Of this field and the next two, `verify` has a clause each that tries them.
  { field: "rateLimit", max: 14 },
  // Three files of the inbox store the event of a call under this name.
  { field: "auditEvent", max: 17 },
  // Four rules are about it, a file each, and two fields name it in what they say.
  { field: "stepUpAuth", max: 21 },
  // Claims, comparisons of definitions, facts for rules and the site's tools have it under this name.
  { field: "dataFlow", max: 19 },
  // Six of these are the names of files and codes: a rule of changes, two rules and a code here.
  { field: "reconcile", max: 24 },
];

// The pages of diagnostics are JSON, and show whole contracts: they are texts, not code.
const sources = globSync("packages/*/src/**/*.{ts,astro}", { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

it.each(places)("$field is named in at most $max files of the packages", ({ field, max }) => {
  const word = new RegExp(`\\b${field}\\b`);
  const count = sources.filter((text) => word.test(text)).length;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(max);
});
