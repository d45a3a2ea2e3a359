import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { emitAll, modelOf } from "./emit-all.ts";
import { readScenarios, rewrite, type Scenario } from "./scenario.ts";

const update = process.env["UPDATE_SCENARIOS"] === "1" || process.argv.includes("-u");

async function check(scenario: Scenario): Promise<void> {
  const files = await emitAll(modelOf(scenario.contracts), { layout: scenario.layout });
  expect([...scenario.expected.keys()].filter((path) => !files.has(path))).toEqual([]);
  const rewritten = rewrite(scenario, files);
  if (update) writeFileSync(scenario.file, rewritten);
  expect(update ? rewritten : scenario.text).toBe(rewritten);
}

describe("emitted files are as the scenario shows them", () => {
  const scenarios = readScenarios();
  test("there are scenarios, and each shows contracts and files", () => {
    expect(scenarios.length).toBeGreaterThan(0);
    const empty = scenarios.filter(
      ({ contracts, expected }) => contracts.length === 0 || expected.size === 0,
    );
    expect(empty.map(({ name }) => name)).toEqual([]);
  });
  test.each(scenarios.map((each) => [each.name, each] as const))("%s", (_name, scenario) => check(scenario));
});
