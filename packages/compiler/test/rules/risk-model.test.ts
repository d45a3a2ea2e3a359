import { describe, expect, test } from "vitest";
import { compileText, contractOf, type ToolText } from "../contract-text.ts";

const autonomy = ["true", "false"] as const;
const confirmations = ["never", '{ when: "size(principal.id) > 3" }', "always"] as const;
const stepUps = [
  "never",
  '{ when: "size(principal.id) > 3" }',
  "always",
  "{ never: true, reason: Because. }",
] as const;
const effects = [
  "creates: A.",
  "updates: A.",
  "deletes: A.",
  "grants: A.",
  "sends: A.",
  "pays: A.",
  "calls: A.",
  "Something.",
  "{ deletes: A., reversible: true }",
  "{ creates: A., reversible: false }",
  "{ sends: A., reversible: true }",
] as const;

/** Seed 001: external communication, payments, data deletions and permission changes are critical. */
const ofCriticalKind = /\b(?:sends|calls|pays|deletes|grants):/;

interface Row {
  readonly autonomousExecution: readonly string[];
  readonly confirmation: readonly string[];
  readonly stepUpAuth: readonly string[];
  readonly effects: readonly string[];
  /** The fields that are required besides the level. */
  readonly needs?: ToolText;
}

/** What moves money has to recognize its repetition. */
const keyed = { inputSchema: "{ id: string }", idempotency: "{ key: [id] }" };
const reversible = ["creates: A."];
/** The risk model of seed 001 as a table: the values that each level allows. All other values are errors. */
const rows: Readonly<Record<string, Row>> = {
  low: {
    autonomousExecution: autonomy,
    confirmation: confirmations,
    stepUpAuth: stepUps,
    effects: reversible,
  },
  medium: {
    autonomousExecution: autonomy,
    confirmation: confirmations,
    stepUpAuth: stepUps,
    effects: reversible,
  },
  high: {
    autonomousExecution: ["false"],
    confirmation: ["always"],
    stepUpAuth: stepUps,
    effects: effects.filter((each) => !ofCriticalKind.test(each)),
  },
  critical: {
    autonomousExecution: ["false"],
    confirmation: ["always"],
    // Never only with a reason.
    stepUpAuth: stepUps.filter((each) => each !== "never"),
    effects,
    needs: { stepUpAuth: "always" },
  },
  forbidden: { autonomousExecution: ["false"], confirmation: [], stepUpAuth: [], effects },
};

/** The errors of a tool; advice aside. */
function errorsOf(fields: ToolText): string[] {
  const { diagnostics } = compileText(contractOf(fields));
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe.each(Object.entries(rows))("%s", (riskLevel, row) => {
  const base = { riskLevel, ...row.needs };
  test.each(autonomy)("and autonomousExecution: %s", (autonomousExecution) =>
    expect(errorsOf({ ...base, autonomousExecution })).toEqual(
      row.autonomousExecution.includes(autonomousExecution) ? [] : ["risk/autonomy-contradicts-level"],
    ),
  );
  test.each(confirmations)("and confirmation: %s", (confirmation) =>
    expect(errorsOf({ ...base, confirmation })).toEqual(
      row.confirmation.includes(confirmation) ? [] : ["risk/confirmation-contradicts-level"],
    ),
  );
  test.each(stepUps)("and stepUpAuth: %s", (stepUpAuth) => {
    const wrong =
      riskLevel === "critical" ? "risk/critical-without-step-up" : "risk/step-up-contradicts-level";
    expect(errorsOf({ ...base, stepUpAuth })).toEqual(row.stepUpAuth.includes(stepUpAuth) ? [] : [wrong]);
  });
  test.each(effects)("and the effect %s", (effect) => {
    const isExternal = /sends|pays|calls|Something/.test(effect);
    const ofMedium = isExternal ? "risk/medium-with-external-effect" : "risk/medium-with-lasting-effect";
    const wrong = {
      low: "risk/low-with-lasting-effect",
      medium: ofMedium,
      high: "risk/below-critical-without-reason",
    }[riskLevel];
    expect(errorsOf({ ...base, ...keyed, sideEffects: `[${effect}]` })).toEqual(
      row.effects.includes(effect) ? [] : [wrong],
    );
  });
  test("says all that has to be said", () => expect(errorsOf(base)).toEqual([]));
});

test.each(effects)("high, with a reason, and the effect %s", (effect) =>
  expect(errorsOf({ riskLevel: "high", riskReason: "So.", ...keyed, sideEffects: `[${effect}]` })).toEqual(
    [],
  ),
);

test("critical and nothing said about step-up", () =>
  expect(errorsOf({ riskLevel: "critical" })).toEqual(["risk/critical-without-step-up"]));

test.each([
  ["medium", ["risk/medium-with-lasting-effect"]],
  ["high", []],
])("agentic and destructive at the level %s", (riskLevel, expected) =>
  expect(errorsOf({ riskLevel, riskReason: "So.", agency: "true", sideEffects: "[deletes: A.]" })).toEqual(
    expected,
  ),
);
