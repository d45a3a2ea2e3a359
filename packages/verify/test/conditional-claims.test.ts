// A claim that holds for some arguments alone is in the report, as one that was not tried.
import { expect, test } from "vitest";
import { confirmation, stepUp } from "../src/clauses/refusals.ts";
import type { Tool, World } from "../src/model.ts";

const world = { callers: ["stale", "unasked"] } as unknown as World;
const always = { kind: "always" };
const never = { kind: "never" };
const sometimes = { kind: "when", condition: "input.n > 1" };
const untried = "arguments for which the contract wants one";

test.each([
  [always, [], "", undefined],
  [never, [], undefined, undefined],
  [sometimes, [], ", where one is needed", untried],
  [never, [{}, always], ", where one is needed", untried],
  [always, [never], ", where one is needed", untried],
  [never, [never], undefined, undefined],
])("a need of %j, refined by %j", (kind, refined, end, missing) => {
  const claims = [
    ["stepUpAuth", stepUp, "it refuses a caller whose log-in is too old"],
    ["confirmation", confirmation, "it refuses a call that no person has confirmed"],
  ] as const;
  for (const [field, clause, text] of claims) {
    const refinements = refined.map((each) => ("kind" in each ? { [field]: each } : {}));
    const contract = { [field]: kind, ...(refined.length > 0 && { refinements }) };
    const tool = { name: "a", contract, annotations: {} } as unknown as Tool;
    const claim = clause.claim(tool, world);
    expect(claim?.text).toBe(end === undefined ? undefined : `${text}${end}`);
    if (claim) expect(clause.missing?.(tool, world)).toBe(missing);
  }
});
