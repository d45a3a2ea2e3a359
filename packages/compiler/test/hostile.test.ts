import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileText, contractOf } from "./contract-text.ts";

/** ATTACKS 15: the codes of a hostile text, each once, and that they came within a second. */
function check(text: string, ...codes: string[]): void {
  const start = performance.now();
  const { model, diagnostics } = compileText(text);
  expect(performance.now() - start).toBeLessThan(1000);
  expect(model).toBeUndefined();
  expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(codes);
}

const levels = 20_000;

describe("hostile YAML is answered within a second, without a crash", () => {
  test("an alias bomb", () => {
    const lines = [..."bcdefghi"].map(
      (name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`,
    );
    check(`a: &a [x]\n${lines.join("\n")}\n`, "parse/forbidden");
  });
  test.each([
    ["lists in brackets", "[".repeat(levels)],
    ["closed lists in brackets", `a: ${"[".repeat(levels)}${"]".repeat(levels)}`],
    ["maps in braces", `a: ${"{a: ".repeat(levels)}1${"}".repeat(levels)}`],
    ["lists by dashes", `${"- ".repeat(levels)}a`],
    ["keys by question marks", "? ".repeat(levels)],
    [
      "maps by indentation",
      Array.from({ length: 1000 }, (_each, index) => `${" ".repeat(index)}a:`).join("\n"),
    ],
  ])("20,000 levels: %s", (_name, text) => check(text, "parse/too-deep"));
  test("50 MB in one value", () => check(`a: ${"x".repeat(50_000_000)}\n`, "parse/too-large"));
  test("50 MB in many lines", () => check("a: b\n".repeat(10_000_000), "parse/too-large"));
  test("a directive that would turn `no` into false", () =>
    check(`%YAML 1.1\n---\n${contractOf({ agency: "no" })}`, "parse/forbidden"));
  test("a key that is there twice", () =>
    check(contractOf({ riskLevel: "low\n    riskLevel: forbidden" }), "parse/duplicate-key"));
  test("a key that differs by case", () =>
    check(contractOf({ riskLevel: "low\n    RiskLevel: forbidden" }), "parse/similar-key"));
  test("a merge key", () => check(contractOf({ metadata: "{ <<: { a: 1 } }" }), "parse/forbidden"));
  test("a tag", () => check(contractOf({ title: "!!js/function Run" }), "parse/forbidden"));
  test("a second document", () => check(`${contractOf({})}---\na: 1\n`, "parse/second-document"));
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a field called %s", (name) => {
    check(contractOf({ [name]: "{ riskLevel: low }" }), "decode/unknown-key");
    expect({}).not.toHaveProperty("riskLevel");
  });
  test("a long circle of types", () => {
    const types = Array.from(
      { length: 500 },
      (_each, index) => `  t${index}: { next: t${(index + 1) % 500} }\n`,
    );
    check(contractOf({}, `types:\n${types.join("")}`), "resolve/recursive-type");
  });
});

describe("nesting that people write is not too deep", () => {
  test.each([
    [
      "keys of growing length",
      Array.from({ length: 90 }, (_each, index) => `${"k".repeat(index + 1)}: 1`).join("\n"),
    ],
    ["sixty levels", `a: ${"[".repeat(60)}${"]".repeat(60)}`],
    [
      "many lists beside each other",
      "a: [[1]]\n".replace("a", "b") +
        Array.from({ length: 200 }, (_each, index) => `k${index}:\n  - - x: 1`).join("\n"),
    ],
  ])("%s", (_name, text) => {
    expect(compileText(text).diagnostics.map(({ code }) => code)).not.toContain("parse/too-deep");
  });
});

/** Another seed: `PROVISO_FUZZ_SEED=7`. fast-check prints the seed and the smallest text when it fails. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 20);

test(`any value in any field is answered with diagnostics or a model (seed ${seed}, 300 contracts)`, () => {
  const field = fc.constantFrom(
    "title",
    "riskLevel",
    "inputSchema",
    "outputSchema",
    "sideEffects",
    "confirmation",
    "stepUpAuth",
    "idempotency",
    "dryRun",
    "examples",
    "metadata",
    "timeout",
    "__proto__",
  );
  fc.assert(
    fc.property(field, fc.jsonValue({ maxDepth: 4 }), (key, value) => {
      const { model, diagnostics } = compileText(contractOf({ [key]: JSON.stringify(value) }));
      expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
    }),
    { seed, numRuns: 300, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  );
});
