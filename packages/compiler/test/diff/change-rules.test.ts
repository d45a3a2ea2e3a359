import { describe, expect, test } from "vitest";
import { changeRules, diffManifests } from "../../src/diff.ts";
import { idsOf, sidesOf } from "./contracts.ts";

describe.each(changeRules.map((rule) => [rule.name, rule] as const))("%s", (_name, rule) => {
  test.each(rule.examples.map((example) => [example.id, example.path, example] as const))(
    "finds %s at %s, and its reverse backwards",
    (id, path, example) => {
      const [before, after] = sidesOf(example);
      expect(idsOf(before, after)).toContain(`${id} ${path}`);
      const back = rule.kinds[id]?.reverse;
      expect(idsOf(after, before)).toContain(`${back} ${path}`);
      expect(diffManifests(before, before)).toEqual([]);
      expect(diffManifests(after, after)).toEqual([]);
    },
  );
});
