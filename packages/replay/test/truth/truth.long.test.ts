// All changes, over a longer time. `./x bench replay` does the same with 100,000 calls.
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { compare, record } from "./compare.ts";
import { edits } from "./contracts.ts";

const count = 1000;
const tried = pieceOf(edits, 8);
const recorded = record(11, count);
let undecidable = 0;

test.each(tried)("verdicts about %s with %j as %j are those of a second run", async (...edit) => {
  const found = await compare(await recorded, edit);
  undecidable += found.undecidable;
  expect(found.wrong).toEqual([]);
});

test("a call that runs in neither world may have run in a mixture of the two", async () => {
  const edit = ["note", "maxLength: 60", "maxLength: 8"] as const;
  expect((await compare(await record(1, 3400), edit, true)).wrong).toEqual([]);
});

test("the simulated time has questions, repeats, limits, budgets, pauses and kills", async () => {
  const { calls } = (await recorded).past;
  const found = new Set(
    calls.flatMap(({ doubt, tool, was: { code, kind } }) => [
      doubt ?? code ?? kind,
      `${tool} ${code ?? kind}`,
    ]),
  );
  const budget = "shop.pay rate_limit_exceeded";
  const wanted = ["asked", "repeated", "rate_limit_exceeded", budget, "paused", "unfinished"];
  expect(wanted.filter((each) => !found.has(each))).toEqual([]);
});

test("fewer than 5 % of the calls are undecidable, over all changes", () => {
  expect(undecidable / (tried.length * count)).toBeLessThan(0.05);
});
