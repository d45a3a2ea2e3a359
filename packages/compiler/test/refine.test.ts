import { effectiveContract, type Refinement, riskLevels } from "@proviso/manifest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { impliedFailures } from "../src/derive/implied-failures.ts";
import { toContract } from "../src/index.ts";
import { compileText, contractOf, expectFindings, type ToolText, toolOf } from "./contract-text.ts";

const manage: ToolText = {
  riskLevel: "critical",
  inputSchema: "{ action: read | update | remove, reason?: { type: string, maxLength: 200 } }",
  sideEffects: "[{ updates: The note., reversible: true }, deletes: The note.]",
  stepUpAuth: "{ always: true, maxAge: 15m }",
  idempotency: "{ key: [action], onRepeat: Says so again. }",
};

const refined = (refine: string, more: ToolText = {}): ToolText => ({ ...manage, ...more, refine });

/** The only refinement of the tool. */
function refinementOf(entry: string, more: ToolText = {}): Refinement | undefined {
  return toolOf(refined(`[{ when: input.action == "read", ${entry} }]`, more)).refinements?.[0];
}

describe("a refinement is complete", () => {
  test("by its own level", () => {
    expect(refinementOf("riskLevel: low, sideEffects: []")).toEqual({
      when: 'input.action == "read"',
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
      },
      dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
    });
  });
  test("and else by its tool, as far as the level allows", () => {
    const tool = toolOf(refined("[{ when: true }, { when: true, riskLevel: high, riskReason: So. }]", {}));
    for (const [index, riskLevel] of (["critical", "high"] as const).entries())
      expect(tool.refinements?.[index]).toMatchObject({
        riskLevel,
        confirmation: { kind: "always" },
        stepUpAuth: { kind: "always", maxAgeMs: 900_000 },
        sideEffects: tool.sideEffects,
      });
  });
  test("also by its tool's condition, which a medium one may have and a low one may not", () => {
    const medium: ToolText = {
      riskLevel: "medium",
      stepUpAuth: null,
      sideEffects: "[creates: It.]",
      confirmation: "{ when: has(input.reason) }",
    };
    const kept = { kind: "when", condition: "has(input.reason)" };
    expect(refinementOf("sideEffects: []", medium)).toMatchObject({ confirmation: kept });
    expect(refinementOf("riskLevel: low, sideEffects: []", medium)).toMatchObject({
      confirmation: { kind: "never" },
    });
  });
  test("also by what its tool asks for beyond its level, where the level is the same", () => {
    const strict: ToolText = { riskLevel: "medium", stepUpAuth: "always", sideEffects: "[creates: It.]" };
    const always = { autonomousExecution: false, confirmation: { kind: "always" } };
    for (const more of [{ confirmation: "always" }, { autonomousExecution: "false" }])
      expect(refinementOf("sideEffects: []", { ...strict, ...more })).toMatchObject({
        ...always,
        stepUpAuth: { kind: "always" },
      });
  });
  test("in what goes out with its own effects, and in what comes out with its tool's", () => {
    const sends: ToolText = {
      sideEffects: "[sends: A mail., creates: A note.]",
      dataFlow: "{ readsPrivate: true, returnsUntrusted: true }",
    };
    const flow = { readsPrivate: true, returnsUntrusted: true };
    expect(toolOf({ ...manage, ...sends }).dataFlow).toEqual({ ...flow, sendsOut: true });
    expect(refinementOf("riskLevel: low, sideEffects: [creates: A note.]", sends)).toMatchObject({
      dataFlow: { ...flow, sendsOut: false },
      hints: { openWorldHint: true, destructiveHint: false },
    });
  });
  test("with its tool's agency", () =>
    expect(refinementOf("riskLevel: low, sideEffects: []", { agency: "true" })?.hints.agencyHint).toBe(true));
});

describe("the tool itself", () => {
  const plain = toolOf(manage);
  const { refinements: _refinements, hash, ...rest } = toContract(toolOf(refined("[{ when: true }]")));
  test("is what it is without refinements, which its hash counts", () => {
    const { hash: plainHash, ...contract } = toContract(plain);
    expect(rest).toEqual(contract);
    expect(hash).not.toBe(plainHash);
  });
  test("has none if the list is empty", () => {
    expect(toolOf(refined("[]"))).not.toHaveProperty("refinements");
    expect(toolOf(refined("[]")).hash).toBe(plain.hash);
  });
});

/** What is found in a tool with these refinements, at the marks. */
function check(refine: string, code: string, more: ToolText = {}): void {
  expectFindings(contractOf(refined(refine, more)), code);
}

describe("the risk model holds for each refinement as for a tool, and points at it", () => {
  test("low with an effect that lasts", () =>
    check("[{ when: true, riskLevel: low, sideEffects: [⟦deletes: It.⟧] }]", "risk/low-with-lasting-effect"));
  test("low with its tool's effects, at the level", () =>
    check("[{ when: true, riskLevel: ⟦low⟧ }]", "risk/low-with-lasting-effect"));
  test("medium with an effect that leaves the system", () =>
    check(
      "[{ when: true, riskLevel: medium, sideEffects: [⟦sends: It.⟧] }]",
      "risk/medium-with-external-effect",
      {
        sideEffects: "[sends: It.]",
      },
    ));
  test("a confirmation that its level does not have", () => {
    check(
      "[{ when: true, riskLevel: high, riskReason: So., confirmation: ⟦never⟧ }]",
      "risk/confirmation-contradicts-level",
    );
    check("[{ when: true, confirmation: ⟦never⟧ }]", "risk/confirmation-contradicts-level");
  });
  test("medium with an effect that cannot be undone, at the level", () =>
    check("[{ when: true, riskLevel: ⟦medium⟧ }]", "risk/medium-with-lasting-effect"));
  test("critical, never stepped up, and no reason why", () =>
    check("[{ when: true, stepUpAuth: ⟦never⟧ }]", "risk/critical-without-step-up"));
  test("the message names the refinement", () => {
    const { diagnostics } = compileText(
      contractOf(refined(`[{ when: input.action == "read", riskLevel: low }]`)),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`things.act when input.action == "read"` is low, and this effect cannot be undone',
    ]);
  });
  test("what is wrong with the tool alone is said once", () => {
    check("[{ when: false }, { when: true }]", "risk/critical-without-step-up", { stepUpAuth: "⟦never⟧" });
  });
});

describe("a refinement is read field by field", () => {
  test("a map is no list", () => check("⟦{ when: true }⟧", "decode/wrong-type"));
  test("a condition is needed", () => check("[{ ⟦riskLevel⟧: low }]", "decode/missing-field"));
  test("an unknown key, permissions among them", () => {
    check("[{ when: true, ⟦permissions⟧: [] }]", "decode/unknown-key");
    check("[{ when: true, ⟦risklevel⟧: low }]", "decode/unknown-key");
  });
  test("an unknown level", () => check("[{ when: true, riskLevel: ⟦lowest⟧ }]", "decode/unknown-value"));
  test("a condition that is no text", () => check("[{ when: ⟦7⟧ }]", "decode/wrong-type"));
});

describe("what compiles is sound", () => {
  const effects = ["creates: A.", "{ updates: A., reversible: true }", "updates: A.", "sends: A."];
  const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 });
  const facts = fc.record({
    riskLevel: fc.constantFrom("low", "medium", "high", "critical", null),
    confirmation: perhaps(fc.constantFrom("never", "always", "{ when: true }", "{ when: false }")),
    stepUpAuth: perhaps(
      fc.constantFrom(
        "always",
        "{ never: true, reason: No. }",
        "{ when: true, maxAge: 1h }",
        "{ always: true, acr: a }",
      ),
    ),
    sideEffects: fc.oneof(
      fc.constant(null),
      fc.subarray(effects).map((chosen) => `[${chosen.join(", ")}]`),
    ),
  });
  const tools = fc.record({
    tool: facts,
    refined: facts,
    more: fc.constantFrom<ToolText>({}, { agency: "true" }, { idempotency: "{}" }),
  });
  const strictness = ["never", "when", "always"];

  /** Without a model, if the contract has errors. */
  function compiled({ tool, refined: entry, more }: { tool: ToolText; refined: ToolText; more: ToolText }) {
    const lines = Object.entries({ when: "true", ...entry }).flatMap(([key, value]) =>
      value === null ? [] : [`${key}: ${value}`],
    );
    const { riskLevel, sideEffects, ...guards } = tool;
    const worst = { riskLevel: riskLevel ?? "high", sideEffects: sideEffects ?? "[]", ...guards, ...more };
    return compileText(contractOf({ ...worst, refine: `[{ ${lines.join(", ")} }]` }));
  }

  test("a refinement is nowhere worse than its tool, and can fail in no way that its tool cannot", () => {
    let accepted = 0;
    fc.assert(
      fc.property(tools, (drawn) => {
        const tool = compiled(drawn).model?.domains[0]?.tools[0];
        const refinement = tool?.refinements?.[0];
        if (!tool || !refinement) return;
        accepted += 1;
        const rank = (level: string): number => (riskLevels as readonly string[]).indexOf(level);
        expect(rank(refinement.riskLevel)).toBeLessThanOrEqual(rank(tool.riskLevel));
        for (const guard of ["confirmation", "stepUpAuth"] as const)
          expect(strictness.indexOf(refinement[guard].kind)).toBeLessThanOrEqual(
            strictness.indexOf(tool[guard].kind),
          );
        const { hints } = refinement;
        if (tool.hints.readOnlyHint) expect(hints.readOnlyHint).toBe(true);
        if (!tool.hints.destructiveHint) expect(hints.destructiveHint).toBe(false);
        if (!tool.hints.openWorldHint) expect(hints.openWorldHint).toBe(false);
        if (tool.hints.idempotentHint) expect(hints.idempotentHint).toBe(true);
        const codes = tool.failureModes.map(({ code }) => code);
        const possible = impliedFailures(effectiveContract(tool, refinement), []).map(({ code }) => code);
        expect(possible.filter((code) => !codes.includes(code))).toEqual([]);
      }),
      { seed: 20261121, numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(15);
  });
});
