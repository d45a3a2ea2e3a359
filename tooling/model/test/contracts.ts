import type { Hints, JsonObject, Refinement, ToolContract } from "@proviso/manifest";
import { effectKinds, riskLevels } from "@proviso/manifest";
import fc from "fast-check";

/** Conditions in CEL, each with its meaning, which throws where the condition cannot be evaluated. */
export const inputConditions: Readonly<Record<string, (input: JsonObject) => boolean>> = {
  "input.action == 'wipe'": ({ action }) => action === "wipe",
  "input.action == 'read'": ({ action }) => action === "read",
  "input.count > 2": (input) => Number(given(input, "count")) > 2,
  "input.name != ''": (input) => given(input, "name") !== "",
};

function given(input: JsonObject, field: string): unknown {
  if (input[field] === undefined) throw new TypeError(`no ${field}`);
  return input[field];
}

export const inputs: fc.Arbitrary<JsonObject> = fc.record(
  {
    action: fc.constantFrom("read", "wipe", "keep"),
    count: fc.constantFrom(1, 3),
    name: fc.constantFrom("", "x"),
    // Ordinary arguments, with the names that an answer has.
    confirm: fc.boolean(),
    phrase: fc.constantFrom("yes", "approve"),
  },
  { requiredKeys: ["action"] },
);

const inputSchema: JsonObject = {
  type: "object",
  properties: {
    action: { type: "string" },
    count: { type: "integer" },
    name: { type: "string" },
    confirm: { type: "boolean" },
    phrase: { type: "string" },
  },
  required: ["action"],
  additionalProperties: false,
};

export const hints: fc.Arbitrary<Hints> = fc.record(
  {
    readOnlyHint: fc.boolean(),
    destructiveHint: fc.boolean(),
    idempotentHint: fc.boolean(),
    openWorldHint: fc.boolean(),
    agencyHint: fc.boolean(),
  },
  { requiredKeys: ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] },
);

/** Mostly the harmless value, so that one rule alone often decides. */
function rarely<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: others });
}

const harmless: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

function rules(conditions: readonly string[]): fc.Arbitrary<Omit<Refinement, "when">> {
  const when = fc.constantFrom(...conditions);
  const approvers = fc.constantFrom({}, {}, { by: "here" as const }, { from: "notes:approve" });
  const logIn = fc.constantFrom(
    {},
    { maxAgeMs: 120_000 },
    { acr: "strong" },
    { acr: "strong", maxAgeMs: 600_000 },
  );
  return fc.record({
    riskLevel: rarely("low", fc.constantFrom(...riskLevels.filter((level) => level !== "forbidden"))),
    autonomousExecution: rarely(true, fc.boolean()),
    confirmation: rarely<ToolContract["confirmation"]>(
      { kind: "never" },
      fc.oneof(
        approvers.map((terms) => ({ kind: "always" as const, ...terms })),
        fc
          .tuple(when, approvers)
          .map(([condition, terms]) => ({ kind: "when" as const, condition, ...terms })),
      ),
    ),
    stepUpAuth: rarely<ToolContract["stepUpAuth"]>(
      { kind: "never" },
      fc.oneof(
        logIn.map((terms) => ({ kind: "always" as const, ...terms })),
        fc.tuple(when, logIn).map(([condition, terms]) => ({ kind: "when" as const, condition, ...terms })),
      ),
    ),
    sideEffects: rarely<ToolContract["sideEffects"]>(
      [],
      fc.array(
        fc.record({
          kind: fc.constantFrom(...effectKinds),
          description: fc.constant("Something."),
          reversible: rarely(true, fc.boolean()),
          external: rarely(false, fc.boolean()),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    ),
    hints: rarely(harmless, hints),
    dataFlow: fc.record({
      readsPrivate: fc.boolean(),
      returnsUntrusted: fc.boolean(),
      sendsOut: fc.boolean(),
    }),
  });
}

/** Contracts of every kind, also those that the compiler would refuse. */
export function contracts(name: string, conditions: readonly string[]): fc.Arbitrary<ToolContract> {
  const when = fc.constantFrom(...Object.keys(inputConditions));
  const refinement = fc
    .record({ when, rules: rules(conditions) })
    .map(({ when: condition, rules: milder }) => ({ when: condition, ...milder }));
  const preview = { type: "object", properties: { count: { type: "integer" } } };
  const shape = fc.record(
    {
      permissions: fc.subarray(["notes:read", "notes:write"]),
      requirements: rarely<readonly string[]>([], fc.subarray(["env:production", "vpn"])),
      rateLimit: fc.constant({ limit: 2, perMs: 600_000 }),
      dryRun: fc.constantFrom(
        { mode: "supported" as const, preview },
        { mode: "required" as const, preview },
      ),
      idempotency: fc.constantFrom({ key: [], ttlMs: 86_400_000 }, { key: ["name"], ttlMs: 86_400_000 }),
      refinements: fc.array(refinement, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ["permissions", "requirements"] },
  );
  return fc.tuple(rules(conditions), shape, rarely(false, fc.boolean())).map(([own, more, isForbidden]) => ({
    name,
    domain: "notes",
    title: "A tool",
    description: "Does something.",
    category: "notes",
    inputSchema,
    outputSchema: { type: "object" },
    auditEvent: "note.used",
    failureModes: [
      { code: "declared_failure", description: "It failed.", retry: "never" as const, implied: false },
    ],
    metadata: {},
    examples: [],
    timeoutMs: 1000,
    hash: `hash of ${name}`,
    ...own,
    ...more,
    ...(isForbidden && name.endsWith("hidden") && { riskLevel: "forbidden" as const }),
  }));
}
