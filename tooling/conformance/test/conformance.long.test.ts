// The official conformance suite, in both of its lines, against servers made from the contracts of this package.
import { describe, expect, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { excusedChecks, excusedScenarios } from "./excused.ts";
import { serveFixture } from "./fixture-server.ts";
import { runSuite, scenariosOf, type Check, type Line } from "./run-suite.ts";

interface Run extends Line {
  /** The generation of the server's SDK. */
  readonly sdk: 1 | 2;
  readonly excused: Readonly<Record<string, string>>;
}
const first: Line["suite"] = "@modelcontextprotocol/conformance";
const second: Line["suite"] = "conformance-2026-07-28";
const runs: readonly Run[] = [
  { sdk: 1, suite: first, protocol: "2025-11-25", excused: excusedScenarios },
  { sdk: 1, suite: second, protocol: "2025-11-25", excused: excusedScenarios },
  { sdk: 2, suite: second, protocol: "2026-07-28", excused: excusedScenarios },
  { sdk: 2, suite: first, protocol: "2025-11-25", excused: excusedScenarios },
  { sdk: 2, suite: second, protocol: "2025-11-25", excused: excusedScenarios },
];

async function resultsOf(run: Run): Promise<ReadonlyMap<string, readonly Check[]>> {
  const { url, close } = await serveFixture(run.sdk);
  try {
    return await runSuite(run, url);
  } finally {
    await close();
  }
}

const fine = new Set(["SUCCESS", "INFO", "SKIPPED"]);

/** Required checks must succeed, and excused ones must fail: an unnecessary excuse is an error. */
function check(scenario: string, checks: readonly Check[]): void {
  const problems = checks.filter(({ id, status }) => {
    const isExcused = `${scenario}:${id}` in excusedChecks;
    return isExcused ? status === "SUCCESS" : !fine.has(status);
  });
  expect(problems).toEqual([]);
  expect(checks.map(({ status }) => status)).toContain("SUCCESS");
}

const lines = await Promise.all([first, second].map((suite) => scenariosOf({ suite })));
const [ofFirst = new Map(), ofSecond = new Map()] = lines;
// CI tries some of them.
const results = await Promise.all(
  pieceOf(runs, 3).map(async (run) => {
    const known = run.suite === first ? ofFirst : ofSecond;
    return { ...run, found: await resultsOf(run), known };
  }),
);

describe.each(results)("SDK $sdk.x, $protocol, by $suite", ({ protocol, excused, found, known }) => {
  const due = [...known].filter(([, versions]) => versions.includes(protocol)).map(([name]) => name);

  test.each(due.filter((name) => !(name in excused)))("%s", (name) => check(name, found.get(name) ?? []));

  test("what is excused would fail", () => {
    const inOrder = due
      .filter((name) => name in excused)
      .filter((name) => (found.get(name) ?? []).every(({ status }) => status === "SUCCESS"));
    expect(inOrder).toEqual([]);
  });
});

test("every scenario of either line is run, or excused with a reason", () => {
  const protocols = new Set<string>(runs.map(({ protocol }) => protocol));
  const names = lines.flatMap((known) => [...known]);
  const untried = names
    .filter(([, versions]) => !versions.some((version) => protocols.has(version)))
    .map(([name]) => name);
  expect(untried.filter((name) => !(name in excusedScenarios))).toEqual([]);
});

test("every excuse is for a scenario that there is", () => {
  const names = new Set(lines.flatMap((known) => [...known.keys()]));
  expect(Object.keys(excusedScenarios).filter((name) => !names.has(name))).toEqual([]);
  const checks = Object.keys(excusedChecks).map((name) => name.split(":")[0] ?? "");
  expect(checks.filter((name) => !names.has(name))).toEqual([]);
});
