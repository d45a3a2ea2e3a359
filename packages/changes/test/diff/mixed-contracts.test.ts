import { hash } from "node:crypto";
import {
  canonicalJson,
  type Json,
  personAsked,
  planDefinition,
  toolDefinition,
  type ToolContract,
} from "@proviso/manifest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, changeRules, diffManifests } from "../../src/index.ts";
import { contractPairs, contracts, mixedFields, only } from "./mixed-contracts.ts";
import { weakeningsOf } from "./weakenings.ts";

const numRuns = Number(process.env["DIFF_RUNS"] ?? 100);
const kinds = new Map(changeRules.flatMap((rule) => Object.entries(rule.kinds)));

function diff(before: ToolContract, after: ToolContract): readonly Change[] {
  return diffManifests(only(before), only(after));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson([one ?? null] as Json) === canonicalJson([other ?? null] as Json);
}

test("every field that differs has a change, and nothing else has", () => {
  fc.assert(
    fc.property(contractPairs, ([before, after]) => {
      const differs = mixedFields.filter((field) => !isSame(before[field], after[field]));
      const found = new Set(diff(before, after).map(({ path }) => path.split(/[.[]/)[0]));
      expect([...found].toSorted()).toEqual(differs.toSorted());
    }),
    { seed: 1, numRuns },
  );
});

test("whoever makes a change and whoever takes it back are both judged", () => {
  const places = ({ id, path }: { readonly id: string; readonly path: string }): string =>
    `${id} ${path.replaceAll(/\d+/g, "N")}`;
  fc.assert(
    fc.property(contractPairs, ([before, after]) => {
      const named = diff(before, after).filter(({ path }) => path !== "wireName");
      const reversed = named.map(({ id, path }) => places({ id: kinds.get(id)?.reverse ?? "", path }));
      const back = diff(after, before).filter(({ path }) => path !== "wireName");
      // Approvers that cannot be compared are looser in both directions.
      const isDecided = (each: string): boolean =>
        !each.startsWith("approvers-") ||
        ![...named, ...back].every(({ id }) => id !== "approvers-tightened");
      expect(back.map(places).filter(isDecided).toSorted()).toEqual(reversed.filter(isDecided).toSorted());
    }),
    { seed: 2, numRuns },
  );
});

test("weakening any clause of any contract is never unchanged", () => {
  fc.assert(
    fc.property(contracts, fc.nat(), (contract, at) => {
      const weakenings = weakeningsOf(contract);
      const chosen = weakenings[at % weakenings.length];
      if (!chosen) return;
      const verdicts = (changes: readonly Change[]): readonly string[] =>
        changes.filter(({ path }) => path.startsWith(chosen.path)).map(({ safety }) => safety);
      expect([chosen.path, verdicts(diff(contract, chosen.after))]).toEqual([
        chosen.path,
        expect.arrayContaining(["loosened"]),
      ]);
      expect([chosen.path, verdicts(diff(chosen.after, contract))]).toEqual([
        chosen.path,
        expect.arrayContaining([chosen.isDirected ? "tightened" : "loosened"]),
      ]);
    }),
    { seed: 3, numRuns: numRuns * 3 },
  );
});

test("where no change says that a model reads something else, the tools as listed are the same", () => {
  let same = 0;
  fc.assert(
    fc.property(contractPairs, ([before, after]) => {
      if (diff(before, after).some(({ model }) => model === "changed")) return;
      same += 1;
      expect(readByModels(after)).toEqual(readByModels(before));
    }),
    { seed: 4, numRuns },
  );
  expect(same).toBeGreaterThan(numRuns / 20);
});

/** Definitions as they are listed, without what models are not shown: `_meta` and icons. */
function readByModels(tool: ToolContract): readonly unknown[] {
  const listed = toolDefinition(tool, "underscore", (text) => hash("sha256", text, "buffer"));
  return [listed, planDefinition(tool, "underscore")].map((definition) => {
    if (!definition) return undefined;
    const { _meta, icons: _icons, execution: _execution, ...shown } = definition;
    return shown;
  });
}

test("where no change loosens, nobody is asked less, and no caller may do more", () => {
  const order = ["never", "sometimes", "always"];
  let stricter = 0;
  fc.assert(
    fc.property(contractPairs, ([before, after]) => {
      if (diff(before, after).some(({ safety }) => safety === "loosened")) return;
      stricter += 1;
      const [asked, asks] = [personAsked(before), personAsked(after)];
      for (const who of ["server", "test", "live"] as const)
        expect(order.indexOf(asks[who])).toBeGreaterThanOrEqual(order.indexOf(asked[who]));
      expect(after.permissions).toEqual(expect.arrayContaining([...before.permissions]));
      expect(after.requirements).toEqual(expect.arrayContaining([...before.requirements]));
    }),
    { seed: 5, numRuns },
  );
  expect(stricter).toBeGreaterThan(numRuns / 20);
});
