// The short form of `./x bench faults`, some of them in CI.
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { trials } from "./trials.ts";

/** Each change has another in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 7);

test.each(pieceOf(Object.entries(trials), 4))(
  "in the trial `%s` nothing happens that must not",
  async (_, { run, shortRounds }) => {
    const findings = await run({ rounds: shortRounds, clients: 4, seed });
    expect(findings.filter(({ figure, bound = Infinity }) => figure > bound)).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
  },
);
