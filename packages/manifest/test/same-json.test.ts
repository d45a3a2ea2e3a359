import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../src/index.ts";
import { isSameJson } from "../src/text/same-json.ts";

test("values are the same whose canonical JSON is the same", () => {
  const key = fc.constantFrom("a", "b", "__proto__", "0");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 0, "", "a"),
      fc.array(tie("tree"), { maxLength: 2 }),
      fc.array(fc.tuple(key, tie("tree")), { maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  fc.assert(
    fc.property(fc.tuple(tree, tree), ([one, other]) => {
      const [a, b] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))];
      expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(isSameJson(a, JSON.parse(canonicalJson(a)))).toBe(true);
    }),
    { seed: 20261124, numRuns: 2000 },
  );
});
