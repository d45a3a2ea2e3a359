import { expect, test } from "vitest";
import { alsoNeeded, idleSentence, neededWords } from "../src/agents/also-needed.ts";

const tools = ["read", "read refund", "read refund cancel", "read share", "share read"].map((each) => ({
  permissions: each.split(" "),
}));

test("what a permission needs besides itself is counted once, the fewest first", () => {
  expect(alsoNeeded(tools, "refund")).toEqual([
    { permissions: ["read"], tools: 1 },
    { permissions: ["cancel", "read"], tools: 1 },
  ]);
  expect(neededWords(alsoNeeded(tools, "share"))).toBe("read (2 tools)");
  expect(alsoNeeded(tools, "nothing")).toEqual([]);
});

test("two ways are named, and how many more there are; three are all named", () => {
  const ways = ["a", "b", "c", "d"].map((each) => ({ permissions: [each], tools: 1 }));
  expect(neededWords(ways)).toBe("a (1 tool), or b (1 tool), or 2 other sets");
  expect(neededWords(ways.slice(1))).toBe("b (1 tool), or c (1 tool), or d (1 tool)");
});

test("what is held is not needed too", () =>
  expect(alsoNeeded(tools, "refund", new Set(["refund", "read"]))).toEqual([
    { permissions: ["cancel"], tools: 1 },
  ]));

test.each([
  ["read", ""],
  ["read refund", ""],
  ["refund", " refund opens nothing without read (1 tool), or cancel and read (1 tool)."],
  ["read share cancel", " cancel opens nothing without refund (1 tool)."],
])("an agent with %s is told which of them opens nothing", (held, expected) =>
  expect(idleSentence(tools, new Set(held.split(" ")))).toBe(expected),
);

test("of many that open nothing, three are named", () => {
  const pairs = ["a", "b", "c", "d", "e"].map((each) => ({ permissions: [each, "missing"] }));
  const sentence = idleSentence(pairs, new Set(["a", "b", "c", "d", "e"]));
  expect(sentence.match(/opens nothing/g)).toHaveLength(3);
  expect(sentence).toMatch(/ Nor do 2 others\.$/);
});
