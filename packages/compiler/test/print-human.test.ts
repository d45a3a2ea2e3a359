import { describe, expect, test } from "vitest";
import { printDiagnostics } from "../src/index.ts";
import { compileText, contractOf } from "./contract-text.ts";

function check(text: string, expected: string): void {
  const { diagnostics } = compileText(text);
  expect(printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { color: false })).toBe(expected);
}

describe("printDiagnostics", () => {
  test("shows the line, underlined, with what to do and a count", () =>
    check(
      contractOf({ category: null, categorie: "testing", confirmation: "{ when: 1 }" }),
      `error[decode/unknown-key]: unknown key \`categorie\` in a tool
  --> things.yaml:15:5
   |
15 |     categorie: testing
   |     ^^^^^^^^^
   = hint: did you mean \`category\`?

error[decode/wrong-type]: write a condition in CEL here; this is a number
  --> things.yaml:16:27
   |
16 |     confirmation: { when: 1 }
   |                           ^

2 errors
`,
    ));

  test("has one line for many warnings or notes of a kind, unless all are wanted", () => {
    const tools = Array.from(
      { length: 5 },
      (_, index) =>
        contractOf({ sideEffects: "[Something.]", riskLevel: "high", title: "A" }, "", `act_${index}`).split(
          "tools:\n",
        )[1],
    );
    const text = contractOf({}).split("tools:\n")[0] + `tools:\n${tools.join("")}`;
    const { diagnostics } = compileText(text, { "lint/missing-owner": "info" });
    const printed = printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { color: false });
    expect(printed.split("\n").filter((line) => /^(?:info|warning)/.test(line))).toEqual([
      expect.stringMatching(
        /^warning\[lint\/\S+\]: 5 times, first at things.yaml:\d+: .+; `proviso check --all` shows each$/,
      ),
      expect.stringMatching(/^warning\[lint\/unclassified-effect\]: 5 times, first at things.yaml:/),
      expect.stringMatching(/^info\[lint\/missing-owner\]: 5 times, first at things.yaml:/),
    ]);
    expect(printed).toMatch(/\n\n10 warnings, 5 info\n$/);
    const whole = printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { isWhole: true });
    expect(whole.match(/^warning\[lint\/unclassified-effect\]/gm)).toHaveLength(5);
  });

  test("prints nothing for nothing", () => check(contractOf({}), ""));

  test("colours only when told to", () => {
    const text = contractOf({ riskLevel: "lo" });
    const { diagnostics } = compileText(text);
    const print = (color: boolean): string =>
      printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { color });
    expect(print(true)).toContain("\u001b[31m");
    expect(print(false)).not.toContain("\u001b");
  });

  test("shows characters that would move the cursor or hide text, and does not send them", () => {
    const text = contractOf({ "\u202eevil": "x", owner: '"a\u200bb"', "riskLeve\u0301": "1" });
    const { diagnostics } = compileText(text);
    const printed = printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { color: false });
    expect(printed).toContain("\\u{202e}evil");
    expect(printed).not.toContain("\u202e");
  });

  test("shows of a long line what is around the mark", () => {
    const text = `a: ${"x".repeat(500)}\n`;
    const at = (start: number): string =>
      printDiagnostics(
        [
          {
            code: "a/b",
            severity: "error",
            message: "m",
            span: {
              file: "f",
              start,
              end: start + 9,
              line: 1,
              column: start + 1,
              endLine: 1,
              endColumn: start + 10,
            },
          },
        ],
        [{ path: "f", text }],
        { color: false },
      );
    expect(at(3)).toContain(`1 | a: ${"x".repeat(157)}…\n  |    ^^^^^^^^^\n`);
    expect(at(300)).toContain(`1 | …${"x".repeat(160)}…\n  | ${" ".repeat(61)}^^^^^^^^^\n`);
    expect(at(494)).toContain(`1 | …${"x".repeat(69)}\n  | ${" ".repeat(61)}^^^^^^^^^\n`);
  });

  test("shows what looks like a space and is none", () => {
    const text = contractOf({ "\u00a0owner": "x" });
    const { diagnostics } = compileText(text);
    const printed = printDiagnostics(diagnostics, [{ path: "things.yaml", text }], { color: false });
    expect(printed).toContain("|     \\u{a0}owner: x");
  });

  test("underlines as far as the line goes where a finding has several lines", () => {
    const { diagnostics } = compileText("a: 1\n---\nb: 2\n");
    const printed = printDiagnostics(diagnostics, [{ path: "things.yaml", text: "a: 1\n---\nb: 2\n" }], {
      color: false,
    });
    expect(printed).toContain("2 | ---\n  | ^^^\n");
  });
});
