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

describe("the rules together", () => {
  const kinds = changeRules.flatMap((rule) =>
    Object.entries(rule.kinds).map(([id, kind]) => ({ rule, id, kind })),
  );

  test("have different names and ids", () => {
    expect(new Set(changeRules.map(({ name }) => name)).size).toBe(changeRules.length);
    expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
  });

  test("have an example of every id, forwards or backwards", () => {
    const shown = changeRules.flatMap(({ examples, kinds: own }) =>
      examples.flatMap(({ id }) => [id, own[id]?.reverse]),
    );
    expect(kinds.map(({ id }) => id).filter((id) => !shown.includes(id))).toEqual([]);
  });

  test("are symmetric: what loosens is tightened backwards, or cannot be decided in either direction", () => {
    for (const { rule, id, kind } of kinds) {
      const back = rule.kinds[kind.reverse];
      const expected = { loosened: "tightened", tightened: "loosened", unchanged: "unchanged" } as const;
      const isUndecided = kind.reverse === id && kind.callers !== "safe";
      expect([id, back?.safety]).toEqual([
        id,
        isUndecided || id === "audit-event-changed" ? kind.safety : expected[kind.safety],
      ]);
    }
  });
});
