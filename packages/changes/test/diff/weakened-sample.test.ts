import type { Manifest, ToolContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { diffManifests } from "../../src/index.ts";
import { sampleManifest } from "./sample.ts";
import { weakenedClauses, type Weakening, weakeningsOf } from "./weakenings.ts";

const sample = sampleManifest();
const exception = {
  upTo: 20,
  budget: { of: "input.cents", per: "tool", limit: 100, everyMs: 60_000 },
  reason: "Small.",
  reviewer: "mia",
  expires: "2027-01-31",
} as const;
// None of the sample's tools has an exception, or `_meta` of its own.
const [first] = sample.tools;
const labelled = first ? [{ ...first, meta: { "acme/audience": "staff" }, exception }] : [];
const tools = [...sample.tools.slice(1), ...labelled];

function only(...list: readonly ToolContract[]): Manifest {
  return { ...sample, tools: list };
}

function verdictsAt({ path }: Weakening, before: Manifest, after: Manifest): readonly string[] {
  return diffManifests(before, after)
    .filter((change) => change.path.startsWith(path))
    .map(({ safety }) => safety);
}

test("identical manifests have no changes", () => {
  expect(diffManifests(sample, sampleManifest())).toEqual([]);
});

describe.each(tools.map((tool) => [tool.name, tool] as const))(
  "whoever weakens a clause of %s",
  (name, tool) => {
    const weakenings = weakeningsOf(tool);

    test("is judged as loosening, and whoever undoes it as tightening", () => {
      for (const each of weakenings) {
        const [before, after] = [only(tool), only(each.after)];
        expect([each.what, each.path, verdictsAt(each, before, after)]).toEqual([
          each.what,
          each.path,
          expect.arrayContaining(["loosened"]),
        ]);
        const back = each.isDirected ? "tightened" : "loosened";
        expect([each.what, each.path, verdictsAt(each, after, before)]).toEqual([
          each.what,
          each.path,
          expect.arrayContaining([back]),
        ]);
      }
    });

    test("cannot hide it behind another name", () => {
      const [domain = "", verb = ""] = name.split(".");
      for (const each of weakenings) {
        const renamed = { ...each.after, name: `${domain}.other_${verb}` };
        const changes = diffManifests(only(tool), only(renamed));
        expect([each.path, changes.map(({ id }) => id)]).toEqual([
          each.path,
          expect.arrayContaining(["tool-renamed"]),
        ]);
        const isLoosened = changes.some(({ safety }) => safety === "loosened");
        expect([each.path, isLoosened]).toEqual([each.path, true]);
      }
    });
  },
);

test("every way to weaken a clause is tried on some tool", () => {
  const tried = new Set(tools.flatMap((tool) => weakeningsOf(tool).map(({ what }) => what)));
  expect(weakenedClauses.filter((clause) => !tried.has(clause))).toEqual([]);
});
