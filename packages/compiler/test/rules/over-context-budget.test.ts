import { describe, expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { type ContextBudget, defaultBudget } from "../../src/rules/facts/facts.ts";
import { toolListCharacters } from "../../src/rules/facts/tool-list-characters.ts";
import { contractOf, modelOf } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";

const two = contractOf({ description: "Acts on things, once." }).replace(
  / {2}act:[^]*/,
  (tool) => tool + tool.replace("act:", "react:").replace("once.", `once more. ${"x".repeat(100)}`),
);

/** The findings under a budget, as `tool: message`. */
function check(budget: ContextBudget, expected: readonly RegExp[]): void {
  const { diagnostics } = compile([{ path: "a.yaml", text: two }], {
    rules: { ...fragmentRules, "lint/over-context-budget": "warning" },
    contextBudget: budget,
  });
  const found = diagnostics.map(
    ({ code, message, hint, span }) =>
      `${code} ${two.slice(span.start, span.end)}: ${message}; ${hint ?? ""}`,
  );
  expect(found.length).toBe(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
}

describe("lint/over-context-budget", () => {
  test("accepts tools within the budget", () => check(defaultBudget, []));
  test("reports a tool that is too heavy", () =>
    check({ tool: 450, list: 10_000 }, [
      /over-context-budget react: `things.react` takes \d{3} characters .* 450;/,
    ]));
  test("reports a list that is too heavy, at the heaviest tool, and names the heaviest", () =>
    check({ tool: 10_000, list: 500 }, [
      /over-context-budget react: the list of all tools takes \d{3} characters .* 500; the heaviest are `things.react` \(\d+\), `things.act` \(\d+\)$/,
    ]));
  test("does not count tools that are never listed", () => {
    const forbidden = two.replaceAll("riskLevel: low", "riskLevel: forbidden");
    const { diagnostics } = compile([{ path: "a.yaml", text: forbidden }], {
      contextBudget: { tool: 1, list: 1 },
    });
    expect(diagnostics.map(({ code }) => code)).not.toContain("lint/over-context-budget");
  });
  test("counts what a server lists, without `_meta`", () => {
    const [tool] = modelOf(contractOf({})).domains[0]?.tools ?? [];
    const listed = {
      name: "things.act",
      title: "Act",
      description: "Does something.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      outputSchema: { type: "object", properties: {}, additionalProperties: false },
      annotations: {
        title: "Act",
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    };
    expect(tool && toolListCharacters(tool)).toBe(JSON.stringify(listed).length);
  });
});
