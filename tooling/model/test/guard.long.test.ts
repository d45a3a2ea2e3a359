import fc from "fast-check";
import { expect, test } from "vitest";
import { contracts, hints, inputConditions, inputs } from "./contracts.ts";
import { guardReasons } from "../src/guard.ts";
import { compareSession, type GuardHistory, type SessionStep } from "./sessions.ts";

const tools = ["notes.first", "notes.second", "notes.third_hidden"];
const state = fc.constantFrom("met" as const, "met" as const, "unmet" as const, "possible" as const);
const listing = fc.constantFrom(
  "same" as const,
  "same" as const,
  "reworded" as const,
  "tightened" as const,
  "without its contract" as const,
);

const steps: fc.Arbitrary<SessionStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        kind: fc.constant("call" as const),
        tool: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
        input: inputs,
        dryRun: fc.constantFrom(false, false, true),
        person: fc.constantFrom("yes" as const, "yes" as const, "no" as const),
      },
      { requiredKeys: ["kind", "tool", "input", "dryRun"] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("list" as const), tool: fc.constantFrom(0, 1, 3), as: listing }),
  },
);

const histories: fc.Arbitrary<GuardHistory> = fc.record({
  contracts: fc.tuple(...tools.map((name) => contracts(name, Object.keys(inputConditions)))),
  stranger: fc.oneof(
    hints,
    fc.constantFrom({}, { readOnlyHint: true }, { readOnlyHint: true, openWorldHint: false }),
  ),
  env: fc.constantFrom("live" as const, "test" as const),
  trustAnnotations: fc.boolean(),
  requirements: fc.record({ "env:production": state, vpn: state, extra: state }, { requiredKeys: [] }),
  budget: fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ low: 2 }, { medium: 0, critical: 1 }, { unclassified: 1, high: 1 }),
    },
  ),
  steps: fc.array(steps, { minLength: 4, maxLength: 12, size: "max" }),
});

const seed = process.env["PROVISO_FUZZ_SEED"];
/** Each change has others in CI, too few for each row to decide some. `PROVISO_FUZZ_SEED=7` gives the same again. */
const tried = seed === undefined ? { seed: 19, numRuns: 600 } : { seed: Number(seed), numRuns: 200 };
const least = seed === undefined ? 10 : 0;

test("the guard does what the reference model says, call by call, and each row decides some", async () => {
  const decided: Record<string, number> = {};
  const check = async (history: GuardHistory): Promise<void> => {
    const compared = await compareSession(history);
    expect(compared.map(({ real }) => real)).toEqual(compared.map(({ model }) => model));
    for (const reason of compared.flatMap(({ reasons }) => reasons))
      decided[reason] = (decided[reason] ?? 0) + 1;
  };
  await fc.assert(fc.asyncProperty(histories, check), tried);
  const all = [...guardReasons, "unpinned", "drifted", "run"];
  expect(all.filter((each) => (decided[each] ?? 0) < least)).toEqual([]);
});
