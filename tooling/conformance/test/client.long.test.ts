// The official conformance suite, in the line that has every scenario, against the guard over each SDK.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { excusedClientScenarios } from "./excused-client.ts";
import { runClient, scenariosOf, type Line } from "./run-suite.ts";

const suite = "conformance-2026-07-28";
const runs: readonly (Line & { readonly sdk: "1" | "2" })[] = [
  { sdk: "1", suite, protocol: "2025-11-25" },
  { sdk: "2", suite, protocol: "2025-11-25" },
  { sdk: "2", suite, protocol: "2026-07-28" },
];

const client = fileURLToPath(new URL("guarded-client.ts", import.meta.url));
const known = await scenariosOf({ suite }, "client");

function isDue({ protocol }: Line): (scenario: string) => boolean {
  return (scenario) => (known.get(scenario) ?? []).includes(protocol);
}

async function check(run: (typeof runs)[number], scenario: string): Promise<void> {
  const checks = await runClient(run, scenario, `"${process.execPath}" "${client}" ${run.sdk}`);
  expect(checks.filter(({ status }) => status === "FAILURE" || status === "WARNING")).toEqual([]);
  expect(checks.map(({ status }) => status)).toContain("SUCCESS");
}

// CI tries one of the three.
describe.each(pieceOf(runs, 1))("the guard over SDK $sdk, $protocol", (run) => {
  const due = [...known.keys()].filter(isDue(run));

  test.each(due.filter((scenario) => !(scenario in excusedClientScenarios)))("%s", (scenario) =>
    check(run, scenario),
  );
});

test("every scenario is run, or excused with a reason, and every excuse is for one", () => {
  const untried = [...known.keys()].filter((scenario) => !runs.some((run) => isDue(run)(scenario)));
  expect(untried.filter((scenario) => !(scenario in excusedClientScenarios))).toEqual([]);
  expect(Object.keys(excusedClientScenarios).filter((scenario) => !known.has(scenario))).toEqual([]);
});
