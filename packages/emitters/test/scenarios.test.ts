import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { emitAll, modelOf } from "./emit-all.ts";
import { readScenarios, rewrite, type Scenario } from "./scenario.ts";

const update = process.env["UPDATE_SCENARIOS"] === "1" || process.argv.includes("-u");

async function check(scenario: Scenario): Promise<void> {
  const files = await emitAll(modelOf(scenario.contracts));
  if (update) writeFileSync(scenario.file, rewrite(scenario, files));
  else for (const [path, text] of scenario.expected) expect(files.get(path), path).toBe(text);
}

describe("emitted files are as the scenario shows them", () => {
  const scenarios = readScenarios();
  test("there are scenarios, and each shows contracts and files", () => {
    expect(scenarios.length).toBeGreaterThan(0);
    for (const { name, contracts, expected } of scenarios) {
      expect(contracts.length, name).toBeGreaterThan(0);
      expect(expected.size, name).toBeGreaterThan(0);
    }
  });
  test.each(scenarios.map((each) => [each.name, each] as const))("%s", (_name, scenario) => check(scenario));
});
