import {
  effectiveContract,
  effectKinds,
  type JsonObject,
  type Manifest,
  type ToolContract,
} from "@proviso/manifest";
import { refinementChooser } from "@proviso/manifest/condition";
import { memoryState, type Principal } from "@proviso/server";
import { createEnforcingServer } from "@proviso/server/codegen1";
import { callApproved, callAs, fakeClock } from "@proviso/server/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { proveLines } from "./contract.ts";
import { formula, schema } from "./formulas.ts";

const number = fc.oneof(
  fc.constantFrom(0, 1, 2, 9, 10, 11, 99, 100, 101, 500, 501, 999, 1000, 9999),
  fc.nat(100_000),
);
const inputs: fc.Arbitrary<JsonObject> = fc.record(
  {
    amount: number,
    kind: fc.constantFrom("a", "b", "c"),
    to: fc.nat(49).map((count) => Array.from({ length: count + 1 }, () => "x")),
    email: fc.constant("x"),
    count: number,
    price: fc.constantFrom(0.5, 1, 10, 100, 100.5, 500, 1000),
    tags: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
    money: fc.record(
      { cents: fc.integer({ min: 1, max: 10_000 }), urgent: fc.boolean() },
      { requiredKeys: ["cents"] },
    ),
  },
  { requiredKeys: ["amount", "kind", "to"] },
);

const conditions = fc.oneof(
  { weight: 4, arbitrary: formula.map(({ cel }) => cel) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "principal.kind == 'agent'",
      "env.name != 'live'",
      "'extra' in principal.permissions",
    ),
  },
);
const rules = fc.record({
  riskLevel: fc.constantFrom("low" as const, "medium" as const, "high" as const),
  autonomousExecution: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
  confirmation: fc.oneof(
    fc.constant({ kind: "never" as const }),
    conditions.map((condition) => ({ kind: "when" as const, condition })),
  ),
  stepUpAuth: fc.oneof(
    fc.constantFrom({ kind: "never" as const }, { kind: "always" as const, maxAgeMs: 300_000 }),
    conditions.map((condition) => ({ kind: "when" as const, condition, maxAgeMs: 60_000 })),
  ),
  sideEffects: fc.array(
    fc.record({
      kind: fc.constantFrom(...effectKinds.filter((kind) => kind !== "unclassified")),
      description: fc.constant("Something."),
      reversible: fc.boolean(),
      external: fc.constant(false),
    }),
    { maxLength: 1 },
  ),
  hints: fc.constant({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  }),
  dataFlow: fc.record({ readsPrivate: fc.boolean(), returnsUntrusted: fc.boolean(), sendsOut: fc.boolean() }),
});

const contracts: fc.Arbitrary<ToolContract> = fc
  .tuple(rules, fc.array(fc.tuple(formula, rules), { maxLength: 2 }))
  .map(([own, refined]) => ({
    ...own,
    name: "shop.act",
    domain: "shop",
    title: "A tool",
    description: "Does something.",
    category: "shop",
    inputSchema: schema,
    outputSchema: { type: "object" },
    permissions: ["shop:act"],
    auditEvent: "shop.acted",
    failureModes: [],
    requirements: [],
    metadata: {},
    examples: [],
    timeoutMs: 1000,
    hash: "0".repeat(64),
    ...(refined.length > 0 && {
      refinements: refined.map(([{ cel }, milder]) => ({ when: cel, ...milder })),
    }),
  }));

/** A claim, and what about a call of the real server would break it. */
interface Attack {
  readonly sentence: string;
  readonly deed: (contract: ToolContract) => boolean;
  /** Seconds since the log-in of who calls. */
  readonly logInAge: number;
  /** Whether a person says yes to whatever the server asks. */
  readonly isApproved: boolean;
}

const changes = ({ sideEffects }: ToolContract): boolean => sideEffects.length > 0;
const attacks: readonly Attack[] = [
  { sentence: "no tool that changes anything runs unasked", deed: changes, logInAge: 0, isApproved: false },
  {
    sentence: "every call that changes anything needs a log-in of 5 minutes",
    deed: changes,
    logInAge: 301,
    isApproved: true,
  },
  {
    sentence: "no tool that sends data out runs unasked",
    deed: ({ dataFlow }) => dataFlow.sendsOut,
    logInAge: 0,
    isApproved: false,
  },
  {
    sentence: "private data never leaves without a person",
    deed: ({ dataFlow }) => dataFlow.sendsOut && dataFlow.readsPrivate,
    logInAge: 0,
    isApproved: false,
  },
];

/** A server of one tool, and how often its handler ran. */
function serve(manifest: Manifest, env: string) {
  const clock = fakeClock();
  const ran: JsonObject[] = [];
  const server = createEnforcingServer({
    manifest,
    handlers: {
      "shop.act": (input: JsonObject) => {
        ran.push(input);
        return {};
      },
    } as never,
    ...memoryState({ clock }),
    clock,
    env,
    attempts: { limit: 1e9, perMs: 60_000 },
  });
  const runs = async (
    input: JsonObject,
    principal: Principal,
    { logInAge, isApproved }: Attack,
  ): Promise<boolean> => {
    const before = ran.length;
    const caller = { ...principal, authTime: clock.now().getTime() / 1000 - logInAge };
    await (isApproved ? callApproved : callAs)(server, caller)("shop.act", input);
    return ran.length > before;
  };
  return { runs, close: () => server.close() };
}

test("a counterexample runs on a real server, and no random call breaks what is proved", async () => {
  const counts = { proved: 0, counterexample: 0, undecidable: 0 };
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(
      contracts,
      fc.array(inputs, { minLength: 12, maxLength: 12 }),
      async (contract, given) => {
        const manifest: Manifest = {
          format: 1,
          product: "shop",
          wireNames: "dotted",
          permissions: {},
          tools: [contract],
        };
        const choose = refinementChooser(contract);
        for (const attack of attacks) {
          const [proved] = proveLines(`  - ${attack.sentence}`, manifest);
          if (!proved) throw new Error("no verdict");
          counts[proved.verdict] += 1;
          const { calls: breaking = [] } = proved;
          for (const [at, { input, principal, env }] of breaking.entries()) {
            const server = serve(manifest, env.name);
            // Of a chain, the last call is the one that nobody is asked about.
            const isApproved = attack.isApproved || at < breaking.length - 1;
            const ran = await server.runs(input, principal as Principal, { ...attack, isApproved });
            await server.close();
            expect([attack.sentence, input, ran]).toEqual([attack.sentence, input, true]);
          }
          if (proved.verdict !== "proved") continue;
          const server = serve(manifest, "live");
          const principal: Principal = { id: "someone", kind: "agent", permissions: contract.permissions };
          for (const input of given) {
            const at = choose(input);
            const applied = effectiveContract(
              contract,
              at === undefined ? undefined : contract.refinements?.[at],
            );
            const ran = await server.runs(input, principal, attack);
            calls += 1;
            if (attack.deed(applied))
              expect([attack.sentence, input, ran]).toEqual([attack.sentence, input, false]);
          }
          await server.close();
        }
      },
    ),
    { seed: 5, numRuns: 150 },
  );
  expect(counts.undecidable).toBe(0);
  expect(Math.min(counts.proved, counts.counterexample)).toBeGreaterThan(50);
  expect(calls).toBeGreaterThan(2000);
});
