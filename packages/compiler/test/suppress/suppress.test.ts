import { describe, expect, test } from "vitest";
import { compile, format } from "../../src/index.ts";
import type { RuleSettings } from "../../src/rules/check.ts";

/** A tool with one `lint/destructive-without-idempotency`, reported at `act`. */
function contract({ above = "", beside = "", head = "" }: Record<string, string> = {}): string {
  return `proviso: 1
domain: things
description: Things. # as they are
${head}tools:
${above}  act:${beside}
    title: Act
    description: Does something that lasts.
    category: testing
    riskLevel: high
    inputSchema: { id: uuid }
    outputSchema: { done: boolean }
    permissions: []
    sideEffects: [updates: A thing.]
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    auditEvent: thing.done
    failureModes: []
    owner: things
    examples: [{ input: { id: 00000000-0000-0000-0000-000000000000 } }]
`;
}

const quiet = "# proviso-ignore lint/destructive-without-idempotency -- Deleting twice deletes once.";

/** The findings as `code line`. */
function check(text: string, expected: readonly string[], rules: RuleSettings = {}): void {
  const { diagnostics } = compile([{ path: "things.yaml", text }], { rules });
  expect(diagnostics.map(({ code, span }) => `${code} ${span.line}`)).toEqual(expected);
}

describe("a finding is kept quiet", () => {
  test("by nothing else", () => check(contract(), ["lint/destructive-without-idempotency 5"]));
  test("by a comment on its line", () => check(contract({ beside: ` ${quiet}` }), []));
  test("by a comment on the line above", () => check(contract({ above: `  ${quiet}\n` }), []));
  test("by one of several comments above", () =>
    check(contract({ above: `  ${quiet}\n  # Another remark.\n` }), []));
  test("in files with CRLF, too", () =>
    check(contract({ above: `  ${quiet}\n` }).replaceAll("\n", "\r\n"), []));
});

describe("a finding is reported all the same", () => {
  const finding = "lint/destructive-without-idempotency";
  test("if the comment is not directly above", () =>
    check(contract({ above: `  ${quiet}\n\n` }), ["suppress/unused 5", `${finding} 7`]));
  test("if the comment names another code", () =>
    check(contract({ above: "  # proviso-ignore lint/bulk-without-dry-run -- Small.\n" }), [
      "suppress/unused 5",
      `${finding} 6`,
    ]));
  test("if the text is inside a string", () =>
    check(contract().replace("Does something that lasts.", `"${quiet}"`), [`${finding} 5`]));
});

describe("a comment that suppresses nothing says so", () => {
  const finding = "lint/destructive-without-idempotency";
  test.each([
    ["without a code", "", "suppress/syntax"],
    ["with a reason alone", "-- Because.", "suppress/syntax"],
    ["with two codes", `${finding} lint/bulk-without-dry-run -- Both.`, "suppress/syntax"],
    ["with an unknown code", "lint/destructive-without-idempotence -- Because.", "suppress/unknown-code"],
    ["with half a code", "destructive-without-idempotency -- Because.", "suppress/unknown-code"],
  ])("%s, and says nothing more of what it may have meant", (_name, rest, code) =>
    check(contract({ above: `  # proviso-ignore ${rest}\n` }), [`${code} 5`]),
  );
  test.each([
    "proviso-disable",
    "proviso-ignore-next-line",
    "proviso-disable-line",
    "Proviso-Ignore",
    "proviso:ignore",
    "@proviso-ignore",
    "proviso ignore",
    "proviso-ingore",
  ])("because it begins with %s", (word) =>
    check(contract({ above: `  # ${word} ${finding} -- Because.\n` }), ["suppress/syntax 5"]),
  );
  test.each([
    ["with a code that is law", "risk/low-with-lasting-effect -- Because.", "suppress/not-allowed"],
    ["with a code of another stage", "decode/unknown-key -- Because.", "suppress/not-allowed"],
  ])("%s", (_name, rest, code) =>
    check(contract({ above: `  # proviso-ignore ${rest}\n` }), [`${code} 5`, `${finding} 6`]),
  );
  test("though it has no part in what is law", () => {
    const text = contract({ above: "  # proviso-ignore\n" }).replace("riskLevel: high", "riskLevel: low");
    const beside = text.replace("sideEffects: [", "sideEffects: # proviso-ignore\n      [");
    check(beside, ["suppress/syntax 5", "suppress/syntax 14", "risk/low-with-lasting-effect 15"]);
  });
  test.each(["", " --", " -- "])("and one without a reason, though it is heeded: %j", (rest) =>
    check(contract({ above: `  # proviso-ignore ${finding}${rest}\n` }), ["suppress/missing-reason 5"]),
  );
  test("and asks whether another code was meant", () => {
    const text = contract({ above: "  # proviso-ignore destructive-without-idempotency -- Because.\n" });
    const [first] = compile([{ path: "things.yaml", text }]).diagnostics;
    expect(first?.hint).toBe(`did you mean \`${finding}\`?`);
  });
  test.each([
    "proviso-ignored things stay.",
    "proviso reads this.",
    "proviso.dev says more.",
    "Proviso: off we go.",
  ])("but not about another comment that merely begins like it: %s", (text) =>
    check(contract({ above: `  # ${text}\n` }), [`${finding} 6`]),
  );
});

test("suppressions stay where they belong when the contract is laid out anew", () => {
  const [first, ...fields] = contract({ above: `  # Why it is so.\n  ${quiet}\n` }).split("    title");
  const reordered = `${first}    owner: things # proviso-ignore lint/missing-title -- The name says it.\n    title${fields.join("    title").replace("    owner: things\n", "")}`;
  const { text } = format({ path: "things.yaml", text: reordered });
  expect(text).not.toBe(reordered);
  expect(text).toContain("    owner: things # proviso-ignore");
  const codes = compile([{ path: "things.yaml", text: text ?? "" }]).diagnostics.map(({ code }) => code);
  expect(codes).toEqual(["suppress/unused"]);
});

describe("a suppression that nothing needs", () => {
  const unneeded = contract({ beside: ` ${quiet}` }).replace("[updates: A thing.]", "[]");
  test("is reported", () => check(unneeded, ["suppress/unused 5"]));
  test("is reported if another one does its work", () =>
    check(contract({ above: `  ${quiet}\n`, beside: ` ${quiet}` }), ["suppress/unused 5"]));
  test("is not reported while the contracts have mistakes that hide findings", () =>
    check(unneeded.replace("riskLevel: high", "riskLevel: middle"), ["decode/unknown-value 9"]));
  test("is not reported while its rule is off", () =>
    check(unneeded, [], { "lint/destructive-without-idempotency": "off" }));
  test.each([
    ["beside something", { beside: ` ${quiet}` }],
    ["on a line of its own", { above: `  ${quiet}\n` }],
  ])("is removed by its fix, %s", (_name, places) => {
    const text = contract(places).replace("[updates: A thing.]", "[]");
    const [found] = compile([{ path: "things.yaml", text }]).diagnostics;
    const [edit] = found?.fix?.edits ?? [];
    if (!edit) throw new Error("there is no fix");
    expect(text.slice(0, edit.start) + edit.text + text.slice(edit.end)).toBe(
      contract().replace("[updates: A thing.]", "[]"),
    );
  });
});
