import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCondition, refinementChooser } from "../src/conditions/condition.ts";
import { effectiveContract } from "../src/index.ts";
import type { JsonObject, Refinement, ToolContract } from "../src/index.ts";

const deletes = { kind: "deletes", description: "The note.", reversible: false, external: false } as const;
const mild: Omit<Refinement, "when"> = {
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  sideEffects: [],
  hints: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
    agencyHint: false,
  },
  dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: false },
};
const read: Refinement = { when: "input.action == 'read'", ...mild };

function toolWith(...refinements: readonly Refinement[]): ToolContract {
  return {
    name: "notes.manage",
    domain: "notes",
    title: "Manage notes",
    description: "Reads and removes notes.",
    category: "notes",
    ...mild,
    riskLevel: "high",
    autonomousExecution: false,
    confirmation: { kind: "always" },
    sideEffects: [deletes],
    hints: { ...mild.hints, readOnlyHint: false, destructiveHint: true },
    inputSchema: {
      type: "object",
      properties: { action: { type: "string" }, count: { type: "integer" } },
      additionalProperties: false,
    },
    outputSchema: { type: "object" },
    permissions: ["notes:write"],
    auditEvent: "note.managed",
    failureModes: [],
    requirements: [],
    metadata: {},
    examples: [],
    timeoutMs: 1000,
    idempotency: { key: ["action"], ttlMs: 1000 },
    dryRun: { mode: "required", preview: { type: "object", properties: {} } },
    refinements,
    hash: "h",
  };
}

const whens = (...conditions: readonly string[]): Refinement[] =>
  conditions.map((when) => ({ ...read, when }));

describe("a refinement is chosen", () => {
  const check = (input: JsonObject, conditions: readonly string[], expected: number | undefined): void =>
    expect(refinementChooser(toolWith(...whens(...conditions)))(input)).toBe(expected);

  test("where its condition is true", () => check({ action: "read" }, ["input.action == 'read'"], 0));
  test("not where it is false", () => check({ action: "drop" }, ["input.action == 'read'"], undefined));
  test("as the first of several that are true", () =>
    check({ action: "read", count: 5 }, ["input.count > 9", "input.count > 4", "input.action == 'read'"], 1));
  test("not if one before it cannot be decided", () =>
    check({ action: "read" }, ["input.count > 4", "input.action == 'read'"], undefined));
  test("even if one after it cannot be decided", () =>
    check({ action: "read" }, ["input.action == 'read'", "input.count > 4"], 0));
  test("not if one before it is no condition at all", () =>
    check({ action: "read" }, ["input.", "input.action == 'read'"], undefined));
  test("not by anything but the input", () => {
    for (const condition of ["env.name == 'test'", "principal.id == 'anna'", "now > timestamp(0)"]) {
      check({ action: "read" }, [condition, "true"], undefined);
      expect(checkCondition(condition, toolWith().inputSchema, "input")).toMatchObject({ ok: false });
    }
  });
  test("not where there is none", () => check({ action: "read" }, [], undefined));

  test("the first true one, and none where one before it cannot be decided", () => {
    const verdict = fc.constantFrom("true", "false", "input.count > 0");
    const seeded = { seed: 20261121, numRuns: 300 };
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 5 }), (conditions) => {
        const first = conditions.findIndex((condition) => condition !== "false");
        check({}, conditions, conditions[first] === "true" ? first : undefined);
      }),
      seeded,
    );
  });
});

describe("the effective contract", () => {
  test("is the tool's own without a refinement", () => {
    const tool = toolWith(read);
    expect(effectiveContract(tool, undefined)).toBe(tool);
  });
  test("says what the refinement says, and otherwise what the tool says", () => {
    const tool = toolWith(read);
    const effective = effectiveContract(tool, { ...read, sideEffects: [deletes], hints: tool.hints });
    expect(effective).toEqual({ ...tool, ...mild, sideEffects: [deletes], hints: tool.hints });
  });
  test("neither remembers nor plans first what changes nothing, and can still be planned", () => {
    const effective = effectiveContract(toolWith(read), read);
    expect(effective.dryRun?.mode).toBe("supported");
    expect(effective).not.toHaveProperty("idempotency");
    expect(effective).not.toHaveProperty("when");
  });
  test("keeps the permissions, the failures and the hash of the whole", () => {
    const { permissions, failureModes, hash } = effectiveContract(toolWith(read), read);
    expect({ permissions, failureModes, hash }).toEqual({
      permissions: ["notes:write"],
      failureModes: [],
      hash: "h",
    });
  });
});
