import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { describe, expect, test } from "vitest";
import { compile, contractSchema, diagnosticCodes, type SourceText } from "../src/index.ts";
import { compileText, contractOf } from "./contract-text.ts";

const folder = new URL("../../../contracts/", import.meta.url);
const backoffice: SourceText[] = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => ({ path: `contracts/${name}`, text: readFileSync(new URL(name, folder), "utf8") }));

/** Codes of the findings with these settings. */
function check(text: string, rules: Parameters<typeof compileText>[1]): string[] {
  return compileText(text, rules).diagnostics.map(({ code, severity }) => `${severity} ${code}`);
}

describe("compile", () => {
  test("compiles the sample product without an error or a warning about its language", () => {
    const { model, diagnostics } = compile(backoffice);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(model?.domains.flatMap(({ tools }) => tools).length).toBeGreaterThanOrEqual(46);
  });

  test("gives the same model and diagnostics whatever the order of the files", () => {
    const there = compile(backoffice);
    const back = compile(backoffice.toReversed());
    expect(JSON.stringify(back)).toBe(JSON.stringify(there));
  });

  test("gives no model if there is an error, and one if there are only warnings", () => {
    expect(compileText(contractOf({ riskLevel: "lo" })).model).toBeUndefined();
    const warned = compileText(contractOf({ riskLevel: "high", sideEffects: "[Something.]" }));
    expect(warned.diagnostics.length).toBeGreaterThan(0);
    expect(warned.model).toBeDefined();
  });

  test("lets the config turn lint rules, and no others", () => {
    const text = contractOf({ riskLevel: "high", sideEffects: "[creates: A., Something.]" });
    const retry = { "lint/destructive-without-idempotency": "off" } as const;
    expect(check(text, retry)).toEqual(["warning lint/unclassified-effect"]);
    expect(check(text, { ...retry, "lint/unclassified-effect": "error" })).toEqual([
      "error lint/unclassified-effect",
    ]);
    expect(check(text, { ...retry, "lint/unclassified-effect": "off" })).toEqual([]);
    const low = contractOf({ riskLevel: "high", confirmation: "never" });
    expect(check(low, { "risk/confirmation-contradicts-level": "off" })).toEqual([
      "error risk/confirmation-contradicts-level",
    ]);
  });

  test("compiles nothing to an empty model", () =>
    expect(compile([])).toEqual({ model: { domains: [] }, diagnostics: [] }));

  test("lists a mistake that is in every line of a file so often, and says how many more there are", () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `t${index}, `).join("");
    const { diagnostics } = compileText(`proviso: { ${lines}}\n`);
    const repeated = diagnostics.filter(({ code }) => code === "parse/key-without-value");
    expect(repeated).toHaveLength(51);
    expect(repeated.at(-1)?.message).toBe("49950 findings of this code, from here to the end of the file");
  });

  test("says nothing twice, and everything in the order of the text", () => {
    const { diagnostics } = compile(backoffice);
    const places = diagnostics.map(
      ({ code, span }) => `${span.file} ${String(span.start).padStart(7, "0")} ${code}`,
    );
    expect(new Set(places).size).toBe(places.length);
    const starts = diagnostics.map(({ span }) => [span.file, span.start] as const);
    expect(starts).toEqual(starts.toSorted(([a, m], [b, n]) => (a === b ? m - n : a < b ? -1 : 1)));
  });

  test("answers damaged contracts with known codes, never with an exception", () => {
    const text = backoffice.find(({ path }) => path.endsWith("emails.yaml"))?.text ?? "";
    const damage = fc.record({
      at: fc.nat(text.length),
      cut: fc.nat(30),
      put: fc.constantFrom(
        "",
        " ",
        "\n",
        ":",
        "x",
        "[]",
        "{}",
        "- ",
        "null",
        "7",
        "true",
        "?",
        "|",
        '"',
        "type: ",
        "__proto__: ",
      ),
    });
    fc.assert(
      fc.property(damage, ({ at, cut, put }) => {
        const damaged = text.slice(0, at) + put + text.slice(at + cut);
        for (const { code, span } of compile([{ path: "emails.yaml", text: damaged }]).diagnostics) {
          expect(diagnosticCodes).toContain(code);
          expect(span.end).toBeLessThanOrEqual(damaged.length + 1);
        }
      }),
      { seed: 11, numRuns: 50 },
    );
  });
});

describe("the schema for editors", () => {
  test("accepts every contract of the sample product", () => {
    const validate = new Ajv2020({ strict: false }).compile(contractSchema());
    for (const { path, text } of backoffice) {
      validate(parseDocument(text).toJS());
      expect({ path, errors: validate.errors }).toEqual({ path, errors: null });
    }
  });
  test("refuses an unknown key", () => {
    const validate = new Ajv2020({ strict: false }).compile(contractSchema());
    expect(validate({ proviso: 1, domain: "a", description: "A.", tools: {}, toolz: {} })).toBe(false);
  });
});

test("the codes of diagnostics are these", () => {
  expect(diagnosticCodes).toEqual([
    "parse/too-large",
    "parse/too-deep",
    "parse/syntax",
    "parse/forbidden",
    "parse/second-document",
    "parse/empty",
    "parse/not-a-map",
    "parse/key-not-text",
    "parse/key-without-value",
    "parse/duplicate-key",
    "parse/similar-key",
    "parse/number",
    "decode/unknown-key",
    "decode/missing-field",
    "decode/wrong-type",
    "decode/unknown-value",
    "decode/bad-name",
    "decode/bad-text",
    "decode/bad-number",
    "decode/one-of",
    "decode/repeated-entry",
    "decode/tools-in-used-file",
    "type/syntax",
    "type/not-a-type",
    "type/unknown-type",
    "type/unquoted-literal",
    "type/repeated-member",
    "type/missing-type",
    "type/empty-map",
    "type/stray-key",
    "type/unknown-keyword",
    "type/pointless-keyword",
    "type/unevaluated-contains",
    "type/empty-range",
    "type/unfit-value",
    "type/unsupported-keyword",
    "type/bad-keyword-value",
    "type/said-twice",
    "type/unknown-format",
    "type/bad-pattern",
    "type/bad-reference",
    "type/bad-property-name",
    "type/repeated-property",
    "type/optional-mark",
    "type/unknown-property",
    "type/undescribed-property",
    "type/undescribed-object",
    "type/null-default",
    "type/too-deep",
    "type/not-an-object",
    "type/reserved-property",
    "resolve/unknown-use",
    "resolve/use-cycle",
    "resolve/duplicate-name",
    "resolve/duplicate-permission",
    "resolve/name-collision",
    "resolve/wire-name-collision",
    "resolve/name-too-long",
    "resolve/built-in-type",
    "resolve/recursive-type",
    "resolve/unknown-permission",
    "resolve/unknown-failure-mode",
    "resolve/unknown-effect",
    "resolve/implied-failure-mode",
    "resolve/failure-mode-collision",
    "resolve/unknown-input-field",
    "resolve/unknown-successor",
    "resolve/unknown-reconcile",
    "resolve/unknown-compensate",
    "resolve/missing-field",
    "risk/low-with-lasting-effect",
    "risk/medium-with-external-effect",
    "risk/medium-with-lasting-effect",
    "risk/below-critical-without-reason",
    "risk/autonomy-contradicts-level",
    "risk/confirmation-contradicts-level",
    "risk/step-up-contradicts-level",
    "risk/people-contradicts-level",
    "risk/critical-without-step-up",
    "risk/invalid-exception",
    "risk/pays-without-key",
    "risk/refinement-exceeds-tool",
    "risk/forbidden-refinement",
    "contract/contradicting-annotation",
    "contract/contradicting-metadata",
    "contract/reserved-meta",
    "contract/invalid-condition",
    "contract/constant-condition",
    "contract/invalid-example",
    "contract/invalid-summary",
    "contract/invalid-budget",
    "contract/confirm-like-argument",
    "contract/approval-needs-inbox",
    "contract/edit-cannot-narrow",
    "contract/reconcile-without-effects",
    "contract/reconcile-cannot-tell",
    "contract/invalid-steps",
    "contract/compensate-without-effects",
    "contract/compensate-cannot-undo",
    "contract/compensate-not-repeatable",
    "contract/unsafe-pattern",
    "lint/bulk-without-dry-run",
    "lint/unclassified-effect",
    "lint/money-without-effect",
    "lint/unclassified-data-flow",
    "lint/destructive-without-idempotency",
    "lint/open-input-schema",
    "lint/forcing-argument",
    "lint/unapplied-default",
    "lint/keyed-idempotency-without-on-repeat",
    "lint/sensitive-idempotency-key",
    "lint/unreachable-refinement",
    "lint/unguarded-optional",
    "lint/requirement-without-namespace",
    "lint/secret-like-output",
    "lint/missing-title",
    "lint/missing-owner",
    "lint/missing-example",
    "lint/short-description",
    "lint/long-description",
    "lint/hidden-character",
    "lint/instruction-to-model",
    "lint/names-other-tool",
    "lint/unbounded-string",
    "lint/unused-type",
    "lint/unused-permission",
    "lint/unused-failure-mode",
    "lint/over-context-budget",
    "lint/deprecated-without-successor",
    "lint/lethal-trifecta",
    "lint/unconfirmed-trifecta",
    "host/tool-name-characters",
    "host/tool-name-length",
    "host/tool-count",
    "host/description-length",
    "host/composition-at-the-top",
    "host/property-name",
    "host/schema-reference",
    "host/enum-of-text",
    "host/type-missing",
    "host/type-union",
    "host/array-items",
    "host/strict-mode",
    "host/strict-size",
    "suppress/syntax",
    "suppress/missing-reason",
    "suppress/unknown-code",
    "suppress/not-allowed",
    "suppress/unused",
  ]);
});
