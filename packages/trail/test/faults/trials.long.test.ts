// The short form of `./x bench faults`.
import { expect, test } from "vitest";
import { trials } from "./trials.ts";

/** Each change has another in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 7);

test.each(Object.entries(trials))(
  "in the trial `%s` nothing happens that must not",
  { timeout: 300_000 },
  async (_, { run, shortRounds }) => {
    const findings = await run({ rounds: shortRounds, clients: 4, seed });
    expect(findings.filter(({ figure, bound = Infinity }) => figure > bound)).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
  },
);
