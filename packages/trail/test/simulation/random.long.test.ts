// The short form of `./x bench simulate`.
import { expect, test } from "vitest";
import { realCode } from "./machines.ts";
import { simulated } from "../../../server/test/simulation/platform.ts";
import { firstViolation, randomHistory } from "./random-history.ts";

/** Each change has others in CI, and fewer. `PROVISO_FUZZ_SEED=7` gives the same again. */
const { PROVISO_FUZZ_SEED: given } = process.env;
const seed = Number(given ?? 1);
const [histories, budgetHistories, stepHistories] = given === undefined ? [400, 100, 60] : [160, 40, 24];

test(`in ${histories} random histories no effect happens twice, and nobody is told wrongly (seed ${seed})`, async () => {
  const found = await simulated(() => firstViolation(seed, histories, realCode));
  expect(
    found && [found.violation, `./x bench simulate --histories 1 --seed ${found.seed}`, ...found.lines],
  ).toBeUndefined();
});

test.each([
  ["budget", budgetHistories, "no budget is overspent, and nothing that was spent is lost"],
  ["steps", stepHistories, "no step acts twice, and no finished step is lost"],
] as const)(`histories of %s: in %d of them %s (seed ${seed})`, async (subject, count, _holds) => {
  const found = await simulated(() => firstViolation(seed, count, realCode, subject));
  expect(
    found && [
      found.violation,
      `./x bench simulate ${subject} --histories 1 --seed ${found.seed}`,
      ...found.lines,
    ],
  ).toBeUndefined();
});

test("a seed gives the same history, whatever ran before", async () => {
  const twice = await simulated(async () => {
    const first = await randomHistory(20_261_123, realCode);
    await randomHistory(1, realCode);
    return [first, await randomHistory(20_261_123, realCode)];
  });
  expect(twice[1]).toEqual(twice[0]);
  expect(twice[0]?.steps).toBeGreaterThan(10);
});
