import { expect, test } from "vitest";
import type { ToolFacts } from "../../src/rules/facts/facts.ts";
import { findTrifecta } from "../../src/rules/facts/trifecta.ts";

type Leg = "reads" | "returns" | "sends";

/** Tools as `name: legs / permissions`; the permissions found, and the tools of each leg. */
function check(
  tools: Readonly<Record<string, readonly [string, string]>>,
  expected: string | undefined,
): void {
  const span = { file: "a.yaml", start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
  const facts = Object.entries(tools).map(([name, [legs, permissions]]) => {
    const tool: ToolFacts = {
      name,
      riskLevel: "low",
      permissions: permissions.split(" ").filter((each) => each !== ""),
      dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
      span,
      hasEffects: false,
      sendsUnasked: false,
      characters: 0,
      mentions: [],
    };
    return { tool, legs };
  });
  const leg = (wanted: Leg): ToolFacts[] =>
    facts.filter(({ legs }) => legs.includes(wanted)).map(({ tool }) => tool);
  const found = findTrifecta({ reads: leg("reads"), returns: leg("returns"), sends: leg("sends") });
  const names = (of: readonly ToolFacts[]): string => of.map(({ name }) => name).join(" ");
  expect(
    found &&
      [found.permissions.join(" "), names(found.reads), names(found.returns), names(found.sends)].join(" / "),
  ).toBe(expected);
}

test("there is none without all three", () =>
  check({ a: ["reads returns", "x"], b: ["reads", "y"] }, undefined));
test("one tool can be all three, without any permission", () =>
  check({ a: ["reads returns sends", ""], b: ["reads", "x"] }, " / a / a / a"));
test("a permission that opens everything is enough", () =>
  check(
    {
      a: ["reads", "x"],
      b: ["returns", "x"],
      c: ["sends", "x"],
      d: ["reads returns", "y z"],
      e: ["sends", "z"],
    },
    "x / a / b / c",
  ));
test("no permission can be left out of what is found", () =>
  check(
    { a: ["reads", "x y"], b: ["reads", "v"], c: ["returns", "y"], d: ["sends", "z"], e: ["sends", "z w"] },
    "v y z / b / c / d",
  ));
test("a thousand tools, each with permissions of its own, are looked through at once", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `t${String(index).padStart(3, "0")}`);
  const tools = names.map((name) => [name, ["reads returns sends", `${name}-p ${name}-q`]] as const);
  check(Object.fromEntries(tools), "t000-p t000-q / t000 / t000 / t000");
});
