import fc from "fast-check";
import { expect, test } from "vitest";
import { contracts, inputs } from "./contracts.ts";
import { rows } from "../src/gate.ts";
import {
  callConditions,
  compare,
  type CallStep,
  type History,
  type Step,
  type Surroundings,
} from "./histories.ts";

const conditions = Object.keys(callConditions);
const said = fc.constantFrom("yes" as const, "yes" as const, "no" as const, "something else" as const);

const usual: Surroundings = {
  requirements: true,
  policy: { effect: "allow" },
  plan: { shows: "a", missing: [] },
  handler: "completes",
  isHidden: false,
};

/** Something that changes while calls are made. */
const changes: fc.Arbitrary<Partial<Surroundings>> = fc.constantFrom<Partial<Surroundings>>(
  usual,
  usual,
  { requirements: false },
  { requirements: "true" },
  { requirements: "throws" },
  { policy: { effect: "deny" } },
  { policy: { effect: "allowed" } },
  { policy: undefined },
  { policy: "throws" },
  { plan: { shows: "b", missing: [] } },
  { plan: { shows: "b", missing: [] } },
  { plan: { shows: "a", missing: ["notes:all"] } },
  { handler: "declares a failure" },
  { handler: "throws" },
  { isHidden: true },
);

const everything = ["notes:read", "notes:write", "notes:approve"];
const anna: CallStep["caller"] = { id: "anna", permissions: everything, logInAge: 60, acr: "strong" };
const someTime = (text: string): number => Date.parse(text) / 1000;
const callers = fc.constantFrom<CallStep["caller"]>(
  ...Array.from({ length: 8 }, () => anna),
  undefined,
  { ...anna, id: "ben" },
  { ...anna, id: "ben" },
  { ...anna, permissions: ["notes:read", "notes:write"] },
  { ...anna, permissions: [] },
  // The clock starts at noon.
  { ...anna, expiresAt: someTime("2026-01-01T12:10:00Z") },
  { ...anna, expiresAt: someTime("2027-01-01T00:00:00Z") },
  ...[-120, -60, 120, 121, 300, 301, 601].map((logInAge) => ({ ...anna, logInAge })),
  { ...anna, acr: "weak" },
  { id: "anna", permissions: everything },
);

const calls = fc.record(
  {
    kind: fc.constant("call" as const),
    tool: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 3),
    input: inputs,
    extra: fc.constantFrom(false, false, false, false, false, false, false, true),
    dryRun: fc.constantFrom(
      "no" as const,
      "no" as const,
      "no" as const,
      "argument" as const,
      "tool" as const,
    ),
    caller: callers,
    key: fc.constantFrom("one", "two"),
    canAsk: fc.constantFrom(true, true, true, false),
    answer: fc.record({ question: fc.constantFrom(0, 1), said }),
  },
  { requiredKeys: ["kind", "tool", "input", "extra", "dryRun", "caller", "canAsk"] },
);

/** What may be different when a call is made once more. */
const otherwise: fc.Arbitrary<Partial<CallStep>> = fc.oneof(
  fc.constantFrom<Partial<CallStep>>(
    {},
    {},
    { dryRun: "argument" },
    { dryRun: "tool" },
    { dryRun: "no" },
    { key: "one" },
  ),
  inputs.map((input) => ({ input })),
  callers.map((caller) => ({ caller })),
  fc.record({ answer: fc.record({ question: fc.constantFrom(0, 1), said }) }),
);

const scopes = fc.constantFrom(
  "all" as const,
  "tool:notes.first" as const,
  "domain:notes" as const,
  "effect:deletes" as const,
);

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: calls },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("answer" as const), said }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("again" as const), change: otherwise }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("operate" as const),
      does: fc.constantFrom("pause" as const, "resume" as const, "resume" as const),
      scope: scopes,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("time" as const),
      ms: fc.constantFrom(1000, 299_999, 300_000, 600_000, 900_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("now" as const), around: changes }) },
);

const again = (change: Partial<CallStep>): Step => ({ kind: "again", change });
const now = (surroundings: Partial<Surroundings>): Step => ({ kind: "now", around: surroundings });
const planned: Partial<CallStep> = { dryRun: "argument" };
const executed: Partial<CallStep> = { dryRun: "no", caller: anna };
const yes: Step = { kind: "answer", said: "yes" };

/** What users do, one thing after the other, into which anything else falls. */
const episodes = fc.constantFrom<readonly Step[]>(
  [again(planned), again(executed), yes],
  [again(planned), now({ plan: { shows: "b", missing: [] } }), again(executed)],
  [again(executed), now({ plan: { shows: "b", missing: [] } }), yes],
  [again({ ...executed, key: "one" }), yes, again({})],
  [again(executed), yes, again(executed), yes, again(executed), yes],
  [now({ plan: { shows: "a", missing: ["notes:all"] } }), again(planned), again(executed)],
  // Somebody else, or another call, comes with the answer.
  [again(executed), again({ caller: { ...anna, id: "ben" }, answer: { question: 0, said: "yes" } })],
  [again(executed), again({ tool: 1, answer: { question: 0, said: "yes" } })],
  [again(executed), again({ caller: { ...anna, logInAge: 3600 } })],
);

const histories: fc.Arbitrary<History> = fc.record({
  contracts: fc.tuple(
    ...["notes.first", "notes.second", "notes.third_hidden"].map((name) => contracts(name, conditions)),
  ),
  env: fc.constantFrom("live", "test"),
  around: fc.constant(usual),
  steps: fc
    .tuple(
      calls,
      fc.array(
        fc.oneof({ weight: 2, arbitrary: steps.map((step) => [step]) }, { weight: 1, arbitrary: episodes }),
        {
          minLength: 4,
          maxLength: 12,
          size: "max",
        },
      ),
    )
    .map(([first, more]) => [first, ...more.flat()]),
});

const seed = process.env["PROVISO_FUZZ_SEED"];
/** Each change has others in CI, too few for each row to decide some. `PROVISO_FUZZ_SEED=7` gives the same again. */
const tried = seed === undefined ? { seed: 19, numRuns: 800 } : { seed: Number(seed), numRuns: 250 };
const least = seed === undefined ? 5 : 0;

test("the gate does what the reference model says, call by call, and each row decides some", async () => {
  const decided = rows.map(() => 0).concat(0);
  const check = async (history: History): Promise<void> => {
    const compared = await compare(history);
    expect(compared.map(({ real }) => real)).toEqual(compared.map(({ model }) => model));
    for (const { row } of compared) decided[row] = (decided[row] ?? 0) + 1;
  };
  await fc.assert(fc.asyncProperty(histories, check), tried);
  expect(rows.filter((_, row) => (decided[row] ?? 0) < least)).toEqual([]);
});
