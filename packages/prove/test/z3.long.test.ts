import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { init } from "z3-solver";
import { implication } from "./implication.ts";
import { type Formula, factsOf, formula, schema } from "./formulas.ts";

const seed = process.env["PROVISO_FUZZ_SEED"];
/** Each change has others in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const tried = seed === undefined ? { seed: 37, numRuns: 1000 } : { seed: Number(seed), numRuns: 400 };

const { Context, em } = await init();
const z = Context("main");
const { facts, valid } = factsOf(z);
const isValid = new Ajv2020().compile(schema);

afterAll(() => em.PThread.terminateAllThreads());

/** Whether a solver finds no call to which a rule with the first condition applies, and one with the second does not. */
async function isImplied(one: Formula, other: Formula): Promise<boolean> {
  const [premise, conclusion] = [one.smt(facts), other.smt(facts)];
  // A new one each time: after 25,000 pairs, one that is reset has used up its memory and decides nothing.
  const solver = new z.Solver();
  solver.add(valid, z.Or(premise.fails, premise.holds), z.Not(z.Or(conclusion.fails, conclusion.holds)));
  const verdict = await solver.check();
  solver.release();
  if (verdict === "unknown") throw new Error(`Z3 does not decide ${one.cel} => ${other.cel}`);
  return verdict === "unsat";
}

/** Pairs that are related more often than two random conditions are. */
const pairs = fc.oneof(
  fc.tuple(formula, formula),
  fc.tuple(formula, formula).map(([one, other]): [Formula, Formula] => {
    const smt: Formula["smt"] = (given) => {
      const sides = [one, other].map((side) => side.smt(given));
      const holds = sides.map((side) => z.And(z.Not(side.fails), side.holds));
      return {
        holds: z.Or(...holds),
        fails: z.And(z.Not(z.Or(...holds)), z.Or(...sides.map((side) => side.fails))),
      };
    };
    return [one, { cel: `(${one.cel}) || (${other.cel})`, smt }];
  }),
);

test("an SMT solver agrees on which condition holds wherever another does, and calls that show it are valid", async () => {
  let implied = 0;
  await fc.assert(
    fc.asyncProperty(pairs, async ([one, other]) => {
      const answer = implication(one.cel, other.cel, schema);
      const isTrue = await isImplied(one, other);
      implied += Number(isTrue);
      expect([one.cel, other.cel, answer.verdict]).toEqual([
        one.cel,
        other.cel,
        isTrue ? "proved" : "counterexample",
      ]);
      if (answer.verdict === "counterexample") expect(isValid(answer.call.input)).toBe(true);
    }),
    tried,
  );
  expect(implied).toBeGreaterThan(tried.numRuns / 8);
});
