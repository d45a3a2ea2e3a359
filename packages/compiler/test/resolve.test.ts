import { describe, expect, test } from "vitest";
import { compile } from "../src/compile/compile.ts";
import { contractOf, expectFindings as check } from "./contract-text.ts";
import { fragmentRules } from "./fragment-rules.ts";

const other = contractOf(
  {},
  `types: { fileId: { type: string, pattern: "^f_" } }
permissions: { "files:read": Reads files. }
failureModes: { file_not_found: { description: There is no such file., retry: after } }
`,
  "read",
).replace("domain: things", "domain: files");

/** Several files; the findings as `file:line code`. */
function findings(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return compile(sources, { rules: fragmentRules }).diagnostics.map(
    ({ code, span }) => `${span.file}:${span.line} ${code}`,
  );
}

describe("resolve", () => {
  test("finds types, permissions and failure modes of other files", () => {
    const text = contractOf({
      inputSchema: "{ id: files.fileId }",
      permissions: '["files:read"]',
      failureModes: "[files.file_not_found]",
    });
    const { model } = compile([
      { path: "things.yaml", text },
      { path: "files.yaml", text: other },
    ]);
    const tool = model?.domains[1]?.tools[0];
    expect(tool?.inputSchema["$defs"]).toEqual({ "files.fileId": { type: "string", pattern: "^f_" } });
    expect(tool?.failureModes[0]).toEqual({
      code: "file_not_found",
      description: "There is no such file.",
      retry: "after",
      implied: false,
    });
  });

  test("reports names that are not declared, each where it is used", () => {
    check(contractOf({ permissions: '[⟦"files:read"⟧]' }), "resolve/unknown-permission");
    check(contractOf({ failureModes: "[⟦gone⟧, ⟦files.gone⟧]" }), "resolve/unknown-failure-mode");
    check(contractOf({ idempotency: "{ key: [⟦id⟧], onRepeat: The same. }" }), "resolve/unknown-input-field");
    check(
      contractOf({ deprecated: "{ reason: Old., successor: ⟦things.do⟧ }" }),
      "resolve/unknown-successor",
    );
  });

  test("checks values against the named types that they stand beside, of whichever file", () => {
    const types =
      "types: { state: open | done, pair: { state: state, count: count }, count: { type: integer } }\n";
    const input = (schema: string): string => contractOf({ inputSchema: `{ value?: ${schema} }` }, types);
    check(input("{ type: state, default: open }"));
    check(input("{ type: state, default: ⟦opened⟧ }"), "type/unfit-value");
    check(input("{ $ref: things.state, examples: [done, ⟦7⟧] }"), "type/unfit-value");
    check(input("{ type: state, enum: [open, ⟦shut⟧] }"), "type/unfit-value");
    check(input('{ type: "state[]", const: [done, open] }'));
    check(input('{ type: "state[]", const: ⟦open⟧ }'), "type/unfit-value");
    check(input("{ type: pair, default: ⟦{ state: open, count: many }⟧ }"), "type/unfit-value");
    check(
      contractOf({}, "types: { all: { type: part, default: ⟦none⟧ }, part: first | second }\n"),
      "type/unfit-value",
    );
    const text = contractOf({ inputSchema: "{ id?: { type: files.fileId, default: none } }" });
    expect(findings({ "things.yaml": text, "files.yaml": other })).toEqual([
      "things.yaml:9 type/unfit-value",
    ]);
  });

  test("checks no value against a type that is wrong itself", () => {
    const types = "types: { all: { type: part, default: none }, part: { type: ⟦strin⟧ } }\n";
    check(contractOf({}, types), "type/unknown-type");
  });

  test("draws no conclusions about a file that could not be read", () => {
    const text = contractOf({
      inputSchema: "{ id: files.fileId }",
      permissions: '["files:read"]',
      failureModes: "[files.file_not_found]",
    });
    expect(findings({ "things.yaml": text, "files.yaml": `${other}\n]` })).toEqual([
      expect.stringMatching(/^files.yaml:\d+ parse\/syntax$/),
    ]);
  });

  test("reports a type once where it is wrong, and not where it is used", () => {
    const header = "types: { id: ⟦strng⟧, pair: { a: id, b: id } }\n";
    check(
      contractOf({ inputSchema: "{ id: id }", outputSchema: "{ pair: pair }" }, header),
      "type/unknown-type",
    );
  });

  test.each([
    'types: { a: { b: b }, b: { a: "a[]" } }',
    "types: { a: { b?: a } }",
    "types: { a: { type: object, additionalProperties: a } }",
    'types: { a: "string | a[]" }',
    "types: { a: { type: object, properties: { left: { anyOf: [a, { type: 'null' }] } }, required: [left] } }",
  ])("takes types that hold themselves: %s", (types) =>
    check(contractOf({ outputSchema: "{ a: a }" }, `${types}\n`)),
  );

  test("reports types whose values never end, once for a circle", () => {
    const types = "types: { ⟦a⟧: { b: b }, b: { a: a } }\n";
    check(contractOf({ outputSchema: "{ a: a }" }, types), "resolve/recursive-type");
    check(
      contractOf({}, "types: { ⟦a⟧: { type: array, items: a, minItems: 1 } }\n"),
      "resolve/recursive-type",
    );
    check(
      contractOf({}, "types: { ⟦a⟧: { allOf: [{ properties: { a: string } }, b] }, b: { a: a } }\n"),
      "resolve/recursive-type",
    );
  });

  test("reports types that stand for themselves", () => {
    check(
      contractOf({}, "types: { ⟦a⟧: { anyOf: [b, string] }, b: { allOf: [a] } }\n"),
      "resolve/recursive-type",
    );
    check(contractOf({}, "types: { ⟦a⟧: a }\n"), "resolve/recursive-type");
  });

  test("reports a type that is called like a built-in one", () =>
    check(contractOf({}, "types: { ⟦email⟧: string }\n"), "resolve/built-in-type"));

  test("reports declarations of failure modes that are implied anyway", () =>
    check(
      contractOf({}, "failureModes: { ⟦timeout⟧: { description: Slow. } }\n"),
      "resolve/implied-failure-mode",
    ));

  test("reports failure modes that are one code for the caller", () => {
    const header = "failureModes: { file_not_found: { description: None. } }\n";
    const text = contractOf({ failureModes: "[file_not_found, files.file_not_found]" }, header);
    expect(findings({ "a.yaml": text, "b.yaml": other })).toEqual([
      expect.stringMatching(/^a.yaml:\d+ resolve\/failure-mode-collision$/),
    ]);
  });

  test("reports a file that is there twice, and a permission that is declared twice", () => {
    expect(findings({ "a.yaml": other, "b.yaml": other })).toEqual(["b.yaml:4 resolve/duplicate-name"]);
    const again = other.replace("domain: files", "domain: folders");
    expect(findings({ "a.yaml": other, "b.yaml": again })).toEqual(["b.yaml:5 resolve/duplicate-permission"]);
  });

  test("reports tools that are one name over the wire or in code", () => {
    const tool = (domain: string, verb: string): string =>
      contractOf({}, "", verb).replace("domain: things", `domain: ${domain}`);
    expect(findings({ "a.yaml": tool("a", "b_c"), "b.yaml": tool("a_b", "c") })).toEqual([
      "b.yaml:5 resolve/wire-name-collision",
    ]);
    const twice = contractOf({}, "", "send_2").replace(
      / {2}send_2:[^]*/,
      (text) => text + text.replace("send_2", "send2"),
    );
    expect(findings({ "a.yaml": twice })).toEqual([expect.stringMatching(/resolve\/name-collision$/)]);
  });

  test("reports a wire name that is a name of another tool, and lets a tool's own be", () => {
    const tool = (domain: string, wireName: string): string =>
      contractOf({ wireName }, "", "read").replace("domain: things", `domain: ${domain}`);
    const both = (first: string, second: string) =>
      findings({ "a.yaml": tool("files", first), "b.yaml": tool("notes", second) });
    expect(both("read_file", "read-file")).toEqual([]);
    expect(both("files_read", "notes.read")).toEqual([]);
    for (const taken of ["load", "files.read", "files_read"])
      expect(both("load", taken)).toEqual([
        expect.stringMatching(/^b.yaml:\d+ resolve\/wire-name-collision$/),
      ]);
    expect(both("notes_read", "load")).toEqual(["b.yaml:5 resolve/wire-name-collision"]);
  });

  test("reports a tool that has the name of another one's plan, and lets it be where there is no dry run", () => {
    const dryRun = "{ mode: supported, preview: { count: integer } }";
    const two = (fields: Parameters<typeof contractOf>[0]): string => {
      const text = contractOf(fields, "", "move");
      return (
        text +
        text
          .slice(text.indexOf("  move:"))
          .replace("  move:", "  move_plan:")
          .replace(/ {4}dryRun: .*\n/, "")
      );
    };
    expect(findings({ "a.yaml": two({ dryRun, riskLevel: "low" }) })).toEqual([
      expect.stringMatching(/resolve\/wire-name-collision$/),
    ]);
    expect(findings({ "a.yaml": two({}) })).toEqual([]);
  });

  test("reports a tool name that hosts do not accept, where the contract states no other", () => {
    check(contractOf({}, "", `⟦a${"b".repeat(63)}⟧`), "resolve/name-too-long");
    check(contractOf({ wireName: "short" }, "", `a${"b".repeat(63)}`));
  });

  test("reports a callable tool without audit event or failure modes, and lets a forbidden one be", () => {
    check(contractOf({ auditEvent: null }, "", "⟦act⟧"), "resolve/missing-field");
    check(contractOf({ failureModes: null }, "", "⟦act⟧"), "resolve/missing-field");
    check(contractOf({ riskLevel: "forbidden", auditEvent: null, failureModes: null }));
  });
});
