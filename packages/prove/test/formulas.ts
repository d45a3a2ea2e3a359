import type { JsonSchema } from "@proviso/manifest";
import fc from "fast-check";
import type { Arith, Bool, Context } from "z3-solver";

/** The arguments that random conditions are about. */
export const schema: JsonSchema = {
  type: "object",
  properties: {
    amount: { type: "integer", minimum: 0, maximum: 100_000 },
    kind: { enum: ["a", "b", "c"] },
    to: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 50 },
    email: { type: "string" },
    count: { type: "integer", minimum: 0, maximum: 100_000 },
    price: { type: "number", exclusiveMinimum: 0, maximum: 1000 },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
    money: {
      type: "object",
      properties: { cents: { type: "integer", minimum: 1, maximum: 10_000 }, urgent: { type: "boolean" } },
      required: ["cents"],
    },
  },
  required: ["amount", "kind", "to"],
};

/** A condition in CEL, and what it says to a solver. */
export interface Formula {
  readonly cel: string;
  readonly smt: (facts: Facts) => Meaning;
}

/** When a condition holds, and when it cannot be evaluated. */
interface Meaning {
  readonly holds: Bool;
  readonly fails: Bool;
}

export interface Facts {
  readonly z: Context;
  readonly number: Readonly<Record<string, Arith>>;
  readonly fact: Readonly<Record<string, Bool>>;
}

/** The values that a solver may choose, and what the schema says of them. */
export function factsOf(z: Context): { readonly facts: Facts; readonly valid: Bool } {
  const number = {
    ...Object.fromEntries(
      ["amount", "kind", "to", "count", "tags", "cents"].map((name) => [name, z.Int.const(name)]),
    ),
    price: z.Real.const("price"),
  } as Record<string, Arith>;
  const facts = ["email", "count", "price", "tags", "x", "y", "money", "urgent", "isUrgent"];
  const fact = Object.fromEntries(facts.map((name) => [name, z.Bool.const(`has ${name}`)]));
  const within = (name: string, low: number, high: number): Bool =>
    z.And(of(number, name).ge(low), of(number, name).le(high));
  const valid = z.And(
    within("amount", 0, 100_000),
    within("kind", 0, 2),
    within("to", 1, 50),
    within("count", 0, 100_000),
    of(number, "price").gt(0),
    of(number, "price").le(1000),
    within("tags", 0, 3),
    within("cents", 1, 10_000),
    z.Implies(z.Or(of(fact, "x"), of(fact, "y")), of(number, "tags").ge(1)),
    z.Implies(z.And(of(fact, "x"), of(fact, "y")), of(number, "tags").ge(2)),
  );
  return { facts: { z, number, fact }, valid };
}

function of<Value>(record: Readonly<Record<string, Value>>, name: string): Value {
  const value = record[name];
  if (value === undefined) throw new Error(`there is no ${name}`);
  return value;
}

const limits = [0, 1, 10, 100, 500, 1000, 9999, 100_000];
const limit = fc.constantFrom(...limits);
const operator = fc.constantFrom(">", ">=", "<", "<=", "==", "!=");

function compared(number: Arith, how: string, than: number, z: Context): Bool {
  if (how === ">") return number.gt(than);
  if (how === ">=") return number.ge(than);
  if (how === "<") return number.lt(than);
  if (how === "<=") return number.le(than);
  return how === "==" ? number.eq(than) : z.Not(number.eq(than));
}

/** A comparison of a number that is read as `path` and is absent unless `has`. */
function comparison(path: string, name: string, has?: string): fc.Arbitrary<Formula> {
  return fc.tuple(operator, limit, fc.boolean()).map(([how, than, isTurned]) => ({
    cel: isTurned && (how === "==" || how === "!=") ? `${than} ${how} ${path}` : `${path} ${how} ${than}`,
    smt: ({ z, number, fact }) => ({
      holds: compared(of(number, name), how, than, z),
      fails: has === undefined ? z.Bool.val(false) : z.Not(of(fact, has)),
    }),
  }));
}

function truth(cel: string, holds: string, has?: string): fc.Arbitrary<Formula> {
  return fc.constant({
    cel,
    smt: ({ z, fact }: Facts) => ({
      holds: of(fact, holds),
      fails: has === undefined ? z.Bool.val(false) : z.Not(of(fact, has)),
    }),
  });
}

const kinds = ["a", "b", "c"];
const ofKind: fc.Arbitrary<Formula> = fc.subarray(kinds, { minLength: 1 }).map((list) => ({
  cel: list.length === 1 ? `input.kind == "${list[0] ?? ""}"` : `input.kind in ${JSON.stringify(list)}`,
  smt: ({ z, number }) => ({
    holds: z.Or(...list.map((kind) => of(number, "kind").eq(kinds.indexOf(kind)))),
    fails: z.Bool.val(false),
  }),
}));

const urgent: Formula = {
  cel: "input.money.urgent",
  smt: ({ z, fact }) => ({
    holds: of(fact, "isUrgent"),
    fails: z.Not(z.And(of(fact, "money"), of(fact, "urgent"))),
  }),
};
const hasUrgent: Formula = {
  cel: "has(input.money.urgent)",
  smt: ({ z, fact }) => ({ holds: of(fact, "urgent"), fails: z.Not(of(fact, "money")) }),
};

const atom: fc.Arbitrary<Formula> = fc.oneof(
  comparison("input.amount", "amount"),
  comparison("size(input.to)", "to"),
  comparison("input.count", "count", "count"),
  comparison("input.price", "price", "price"),
  comparison("input.tags.size()", "tags", "tags"),
  comparison("input.money.cents", "cents", "money"),
  truth("has(input.email)", "email"),
  truth("has(input.count)", "count"),
  truth("has(input.money)", "money"),
  truth('"x" in input.tags', "x", "tags"),
  truth('input.tags.exists(t, t == "y")', "y", "tags"),
  ofKind,
  fc.constant(urgent),
  fc.constant(hasUrgent),
);

/** Random conditions of up to eight parts. */
export const formula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc.tuple(tie("formula"), fc.constantFrom("&&", "||"), tie("formula")).map(joined),
    tie("formula").map(negated),
  ),
})).formula;

function joined([one, how, other]: readonly [Formula, string, Formula]): Formula {
  return {
    cel: `(${one.cel}) ${how} (${other.cel})`,
    // As in CEL, either side decides alone, also if the other cannot be evaluated.
    smt(facts) {
      const { z } = facts;
      const sides = [one, other].map((side) => side.smt(facts));
      const decides = (side: Meaning): Bool =>
        z.And(z.Not(side.fails), how === "||" ? side.holds : z.Not(side.holds));
      const isDecided = z.Or(...sides.map(decides));
      const fails = z.And(z.Not(isDecided), z.Or(...sides.map((side) => side.fails)));
      return { holds: how === "||" ? isDecided : z.Not(isDecided), fails };
    },
  };
}

function negated(inner: Formula): Formula {
  return {
    cel: `!(${inner.cel})`,
    smt(facts) {
      const { holds, fails } = inner.smt(facts);
      return { holds: facts.z.Not(holds), fails };
    },
  };
}
