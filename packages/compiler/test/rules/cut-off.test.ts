import { expect, test } from "vitest";
import { cutOff } from "../../src/rules/facts/trifecta.ts";

/** Tools as their permissions, and the permissions to take away from whoever shall call none of them. */
function check(tools: readonly string[], expected: string | undefined): void {
  const facts = tools.map((permissions, index) => ({
    name: `t${index}`,
    permissions: permissions.split(" ").filter((each) => each !== ""),
    dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: false },
    sendsUnasked: false,
  }));
  expect(cutOff(facts)?.join(" ")).toBe(expected);
}

test("one permission that all tools need cuts them all off", () => check(["x y", "x z"], "x"));
test("tools without a common permission need several cuts, each of which is needed", () =>
  check(["x y", "x z", "w"], "w x"));
test("a tool without permissions cannot be cut off", () => check(["x", ""], undefined));
test("no tools need no cut", () => check([], ""));
test("a thousand tools are cut off at once", () =>
  check(
    Array.from({ length: 1000 }, (_, index) => `all p${index}`),
    "all",
  ));
