import { createRequire } from "node:module";
import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { describe as describeCode } from "../src/diagnostic-pages/explain.ts";
import { compile, type Diagnostic, diagnosticCodes } from "../src/index.ts";
import { printers } from "../src/report/print.ts";
import { compileText, contractOf } from "./contract-text.ts";

const require = createRequire(import.meta.url);
const wrong = contractOf({ riskLevel: "lo", sideEffects: "[{ mails: A. }]" });

function print(
  name: string,
  diagnostics: readonly Diagnostic[],
  more: { readonly isStrict?: boolean } = {},
): string {
  const printer = printers.find((each) => each.name === name);
  if (!printer) throw new Error(`there is no printer ${name}`);
  return printer.print(diagnostics, [], { color: true, version: "1.2.3", describe: describeCode, ...more });
}

/** What printing the findings in `text` gives, line by line. */
function check(name: string, text: string, expected: readonly string[]): void {
  expect(print(name, compileText(text).diagnostics).split("\n")).toEqual([...expected, ""]);
}

function diagnostic(part: Partial<Diagnostic>, span: Partial<Diagnostic["span"]> = {}): Diagnostic {
  const place = { file: "a.yaml", start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2, ...span };
  return { code: "parse/syntax", severity: "error", message: "no", ...part, span: place };
}

test("the printers are these, the one for people first", () => {
  expect(printers.map(({ name }) => name)).toEqual(["human", "json", "sarif", "github"]);
});

test.each(["json", "sarif", "github"])("%s never colours and never sends control characters", (name) => {
  const text = print(name, [diagnostic({ message: "a\u001b[31mb\r\n\u202ec", hint: "\u0007" })]);
  // eslint-disable-next-line no-control-regex
  expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f]/);
});

describe("json", () => {
  test("is one object with every finding, flat", () => {
    const [first, ...rest] = compileText(wrong).diagnostics;
    expect(rest).toHaveLength(1);
    expect(JSON.parse(print("json", first ? [first] : []))).toEqual({
      ok: false,
      diagnostics: [
        {
          code: "decode/unknown-value",
          severity: "error",
          message: "`lo` is none of `low`, `medium`, `high`, `critical`, `forbidden`",
          hint: "did you mean `low`?",
          file: "things.yaml",
          line: 8,
          column: 16,
          endLine: 8,
          endColumn: 18,
        },
      ],
    });
  });
  test("is ok when nothing is wrong: a warning is where that is strict, a note never", () => {
    check("json", contractOf({}), ['{"ok":true,"diagnostics":[]}']);
    expect(JSON.parse(print("json", [diagnostic({ severity: "info" })]))).toMatchObject({ ok: true });
    const warned = [diagnostic({ severity: "warning" })];
    expect(JSON.parse(print("json", warned))).toMatchObject({ ok: true });
    expect(JSON.parse(print("json", warned, { isStrict: true }))).toMatchObject({ ok: false });
    expect(JSON.parse(print("json", [diagnostic({ severity: "error" })]))).toMatchObject({ ok: false });
  });
  test("holds the fix that a finding offers, as edits of the text", () => {
    const fix = { title: "remove it", edits: [{ start: 3, end: 7, text: "" }] };
    expect(JSON.parse(print("json", [diagnostic({ fix })]))).toMatchObject({ diagnostics: [{ fix }] });
  });
});

describe("github", () => {
  test("is a workflow command for each finding", () =>
    check("github", wrong, [
      "::error file=things.yaml,line=8,endLine=8,col=16,endColumn=18,title=decode/unknown-value::`lo` is none of `low`, `medium`, `high`, `critical`, `forbidden`%0Ahint: did you mean `low`?",
      "::error file=things.yaml,line=12,endLine=12,col=21,endColumn=26,title=decode/unknown-key::unknown key `mails` in a side effect%0Ahint: did you mean `calls`?",
    ]));
  test("has no columns where a finding has several lines, and calls an info a notice", () =>
    expect(print("github", [diagnostic({ severity: "info" }, { endLine: 3 })])).toBe(
      "::notice file=a.yaml,line=1,endLine=3,title=parse/syntax::no\n",
    ));
  test("lets no contract text end a command, begin one, or change a property", () =>
    expect(
      print("github", [
        diagnostic({ message: "100%0A\n::error::x", hint: "a,b:c" }, { file: "a,b:c%\n.yaml" }),
      ]),
    ).toBe(
      "::error file=a%2Cb%3Ac%25\\u{a}.yaml,line=1,endLine=1,col=1,endColumn=2,title=parse/syntax::100%250A\\u{a}::error::x%0Ahint: a,b:c\n",
    ));
});

describe("sarif", () => {
  // Draft 4, as the committee published it.
  const ajv = new Draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
  function checkSarif(diagnostics: readonly Diagnostic[]): ReturnType<typeof JSON.parse> {
    const log: unknown = JSON.parse(print("sarif", diagnostics));
    validate(log);
    expect(validate.errors).toBeNull();
    return log;
  }

  test("validates against the public schema, which can fail", () => {
    checkSarif([]);
    checkSarif(compileText(wrong).diagnostics);
    checkSarif([diagnostic({ severity: "info" }, { file: "a b/ü#?\ud800.yaml" })]);
    expect(validate({ version: "2.1.0" })).toBe(false);
    expect(validate({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
  });
  test("says what, where, how bad, and who found it", () => {
    const path = "contracts/a b#c.yaml";
    const log = checkSarif(compile([{ path, text: wrong }]).diagnostics);
    const [run] = log.runs;
    expect(run.tool.driver).toEqual({
      name: "proviso",
      semanticVersion: "1.2.3",
      rules: [
        expect.objectContaining({ id: "decode/unknown-key" }),
        {
          id: "decode/unknown-value",
          shortDescription: { text: "The field takes one of a few words, and this is none of them." },
          fullDescription: { text: "The field takes one of a few words, and this is none of them." },
          help: {
            text: expect.stringMatching(/this is none of them\.\n\nWrite one of the words/),
            markdown: expect.stringContaining("**Write one of the words that the message lists.**"),
          },
          defaultConfiguration: { level: "error" },
        },
      ],
    });
    expect(run.results[0]).toMatchObject({
      ruleId: "decode/unknown-value",
      ruleIndex: 1,
      level: "error",
      message: { text: expect.stringContaining("\nhint: did you mean `low`?") },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "contracts/a%20b%23c.yaml", uriBaseId: "%SRCROOT%" },
            region: { startLine: 8, startColumn: 16, endLine: 8, endColumn: 18, charLength: 2 },
          },
        },
      ],
    });
  });
  test("describes every code, and knows rules by their default", () => {
    const found = diagnosticCodes.map((code) => diagnostic({ code }));
    const { rules } = checkSarif(found).runs[0].tool.driver;
    expect(rules).toHaveLength(diagnosticCodes.length);
    for (const { shortDescription, help } of rules) {
      expect(shortDescription.text).toMatch(/^[A-Z`].*\.$/);
      expect(help.text.length).toBeGreaterThan(shortDescription.text.length);
    }
    const levels = new Map<string, string>(
      rules.map(({ id, defaultConfiguration: { level } }: (typeof rules)[number]) => [id, level]),
    );
    expect(levels.get("lint/missing-owner")).toBe("note");
    expect(levels.get("lint/bulk-without-dry-run")).toBe("warning");
    expect(levels.get("suppress/unused")).toBe("warning");
  });
  test("holds no finding that a comment keeps quiet", () => {
    const ignored = "true } # proviso-ignore lint/open-input-schema -- Passed on as it is.";
    const text = contractOf({ inputSchema: `{ type: object, additionalProperties: ${ignored}` });
    expect(checkSarif(compileText(text).diagnostics).runs[0].results).toEqual([]);
    expect(compileText(text.replace(/ #.*/, "")).diagnostics).toHaveLength(1);
  });
  test("holds the fix that a finding offers, and paths from the top of the repository", () => {
    const fix = { title: "remove [it](x)", edits: [{ start: 3, end: 7, text: "y" }] };
    const printer = printers.find(({ name }) => name === "sarif");
    const log = JSON.parse(printer?.print([diagnostic({ fix })], [], { folder: "packages/a b/" }) ?? "");
    validate(log);
    expect(validate.errors).toBeNull();
    const [result] = log.runs[0].results;
    const artifactLocation = { uri: "packages/a%20b/a.yaml", uriBaseId: "%SRCROOT%" };
    expect(result.locations[0].physicalLocation.artifactLocation).toEqual(artifactLocation);
    const replacements = [
      { deletedRegion: { charOffset: 3, charLength: 4 }, insertedContent: { text: "y" } },
    ];
    expect(result.fixes).toEqual([
      { description: { text: "remove [it] (x)" }, artifactChanges: [{ artifactLocation, replacements }] },
    ]);
  });
  test("makes no links of contract text", () => {
    const log = checkSarif([diagnostic({ message: "[click](https://example.com)" })]);
    expect(log.runs[0].results[0].message.text).toBe("[click] (https://example.com)");
  });
});
