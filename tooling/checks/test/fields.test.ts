import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../src/workspace.ts";

/** A field of a contract, and the number of source files that may name it. */
interface FieldPlaces {
  readonly field: string;
  readonly most: number;
}

/**
 * A field is data in `manifest/src/fields`, and what lists fields derives from there. What is left is its type, shape and derivation,
 * the rule that compares it, rules of the compiler, examples on pages, and the stage that enforces it: 15 files are enough for most.
 */
const places: readonly FieldPlaces[] = [
  { field: "rateLimit", most: 15 },
  // Approvals store the event of their call under this name, in three files, and audit records say where it comes from.
  { field: "auditEvent", most: 19 },
  // Four rules are about it, a file each.
  { field: "stepUpAuth", most: 19 },
  // Hints, facts about claims and facts for pages are made of it, each under this name.
  { field: "dataFlow", most: 19 },
  // Also a stage, two rules and a code, whose files have this name.
  { field: "reconcile", most: 23 },
];

const sources = globSync("packages/*/src/**/*", { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

it.each(places)("$field is named in at most $most files of the packages", ({ field, most }) => {
  const word = new RegExp(`\\b${field}\\b`);
  const count = sources.filter((text) => word.test(text)).length;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(most);
});
