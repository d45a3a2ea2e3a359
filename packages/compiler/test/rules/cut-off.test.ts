import { expect, test } from "vitest";
import { cutOff } from "../../src/rules/facts/trifecta.ts";

/** Tools as their permissions, and the permissions to take away from whoever shall call none of them. */
function check(
  tools: readonly string[],
  expected: string | undefined,
  others: readonly string[] = [],
  lacked: readonly string[] = [],
): void {
  const all = [...tools, ...others, ...lacked].map((permissions, index) => ({
    name: `t${index}`,
    permissions: permissions.split(" ").filter((each) => each !== ""),
    dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: false },
    sendsUnasked: false,
  }));
  const held = all.slice(0, tools.length + others.length);
  expect(cutOff(all.slice(0, tools.length), held, all)?.join(" ")).toBe(expected);
}

test("one permission that all tools need cuts them all off", () => check(["x y", "x z"], "x"));
test("tools without a common permission need several cuts, each of which is needed", () =>
  check(["x y", "x z", "w"], "w x"));
test("a tool without permissions cannot be cut off", () => check(["x", ""], undefined));
test("no tools need no cut", () => check([], ""));
test("of two permissions that cut the same tools, that goes with which fewer others are lost", () => {
  check(["a b"], "b", ["a", "a"]);
  check(["a b"], "a", ["b", "b"]);
  check(["a x", "b x", "c"], "a b c", ["x", "x", "x"]);
});
test("of two permissions that lose as much, that goes which fewer tools need that are not held", () => {
  check(["read refund"], "refund", [], ["read export"]);
  check(["charge read"], "read", [], ["charge other"]);
});
test("what was taken early and is needless later is given back", () =>
  check(["a m", "a n", "b m", "b n"], "a b", ["m", "n"]));
test("a thousand tools are cut off at once", () =>
  check(
    Array.from({ length: 1000 }, (_, index) => `all p${index}`),
    "all",
  ));
