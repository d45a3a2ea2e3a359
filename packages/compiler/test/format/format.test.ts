import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile/compile.ts";
import { format } from "../../src/format/format.ts";
import type { ContractModel } from "../../src/derive/model.ts";

function formatted(text: string): string {
  const result = format({ path: "test.yaml", text });
  if (result.text === undefined) throw new Error(JSON.stringify(result.diagnostics));
  return result.text;
}

/** The text becomes what is expected, and then stays so. */
function check(text: string, expected: string): void {
  expect(formatted(text)).toBe(expected);
  expect(formatted(expected)).toBe(expected);
}

describe("format", () => {
  test("puts keys in the order of the field tables, with the comments above and beside them", () => {
    check(
      "# About this file.\n\ntools:\n  b:\n    # Daily work.\n    riskLevel: low # for now\n    description: B.\n  a: {}\ndomain: x\nproviso: 1\n",
      "# About this file.\n\nproviso: 1\ndomain: x\n\ntools:\n  b:\n    description: B.\n    # Daily work.\n    riskLevel: low # for now\n\n  a: {}\n",
    );
  });

  test("keeps the order of what authors name: tools, types, input fields", () => {
    const text = "types:\n  z: string\n  a: string\n";
    check(text, text);
    const input =
      "tools:\n  t:\n    inputSchema:\n      type: string\n      description: string\n      a: string\n";
    check(input, input);
  });

  test("orders what is in braces, and keeps it there", () => {
    check(
      "failureModes:\n  a: {retry: never,   description: 'Gone, for now.'}\n",
      'failureModes:\n  a: { description: "Gone, for now.", retry: never }\n',
    );
    check("tools:\n  t:\n    permissions: [ a:b,c:d ]\n", "tools:\n  t:\n    permissions: [a:b, c:d]\n");
  });

  test("indents with two spaces, lists too, whatever it was", () => {
    check(
      "tools:\n      t:\n          sideEffects:\n          - sends: A letter.\n            more: x\n          -   A note.\n",
      "tools:\n  t:\n    sideEffects:\n      - sends: A letter.\n        more: x\n      - A note.\n",
    );
  });

  test("moves texts of several lines as a whole and changes nothing in them", () => {
    check(
      "tools:\n    t:\n        description: |\n            One.\n\n\n              Two # no comment\n        title: a\n          b\n",
      "tools:\n  t:\n    title: a\n      b\n    description: |\n        One.\n\n\n          Two # no comment\n",
    );
  });

  test("keeps comments that are indented farther with what is above them, also the next time", () => {
    check(
      "domain: x\ndescription: X.\n        # Of the description.\n\npermissions:\n  a:b: C.\n",
      "domain: x\ndescription: X.\n  # Of the description.\n\npermissions:\n  a:b: C.\n",
    );
    check(
      "tools:\n  a:\n    owner: x\n    # Of the owner.\n    title: A\n      # Of the title.\n  b: {}\n",
      "tools:\n  a:\n    # Of the owner.\n    title: A\n      # Of the title.\n    owner: x\n\n  b: {}\n",
    );
    check(
      "tools:\n        # Of the tools.\n  a:\n    owner: x\n      # Of the owner, the last.\n  b: {}\n",
      "tools:\n  # Of the tools.\n  a:\n    owner: x\n    # Of the owner, the last.\n\n  b: {}\n",
    );
  });

  test("leaves braces of several lines, and comments in them, as they are", () => {
    const text = "tools:\n  t:\n    rateLimit: {\n      per: hour, # always\n      limit: 1,\n    }\n";
    check(text, text);
  });

  test("keeps one empty line of several, and none at the ends", () => {
    check(
      "\n\nproviso: 1\n\n\n\ndomain: x   \ntypes:\n\n  a: string\n\n\n  b: string\n\n\n",
      "proviso: 1\ndomain: x\n\ntypes:\n  a: string\n\n  b: string\n",
    );
  });

  test("keeps comments at the end of a block with it, and those at the end of the file there", () => {
    check(
      "types:\n  a: string\n  # More to come.\ndomain: x\n# The end.",
      "domain: x\n\ntypes:\n  a: string\n  # More to come.\n# The end.\n",
    );
  });

  test("writes double quotes, unless the text would need escaping in them", () => {
    check("description: 'a: b'\n", 'description: "a: b"\n');
    const text = "description: 'say \"x\": \\d'\n";
    check(text, text);
  });

  test("takes away the line ends of Windows", () =>
    check("proviso: 1\r\ndomain: x\r\n", "proviso: 1\ndomain: x\n"));

  test("says what is wrong with a text that is no YAML", () => {
    const { text, diagnostics } = format({ path: "test.yaml", text: "a: [1\n" });
    expect(text).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["parse/syntax"]);
  });
});

const folder = new URL("../../../../contracts/", import.meta.url);
const sources = readdirSync(folder).map((path) => ({
  path,
  text: readFileSync(new URL(path, folder), "utf8"),
}));

/** Without the places, which are what formatting changes. */
function meaning(model: ContractModel | undefined): unknown {
  expect(model).toBeDefined();
  return JSON.parse(JSON.stringify(model, (key, value: unknown) => (key === "spans" ? undefined : value)));
}

describe("the backoffice's contracts", () => {
  /** Every block's lines upside down where they are of one line: another order, the same meaning. */
  const shuffled = sources.map(({ path, text }) => ({
    path,
    text: text.replaceAll(/(?:^ {4}\w+: [^|>\n{]*\n)+/gm, (lines) =>
      lines.trimEnd().split("\n").toReversed().join("\n").concat("\n"),
    ),
  }));

  test("mean the same when they are formatted", () => {
    const after = shuffled.map(({ path, text }) => ({ path, text: formatted(text) }));
    expect(after).not.toEqual(shuffled);
    expect(meaning(compile(after).model)).toEqual(meaning(compile(shuffled).model));
  });

  test("are formatted the same, whatever the order of their keys was", () => {
    for (const { text } of shuffled) expect(formatted(formatted(text))).toBe(formatted(text));
  });

  test("lose no comment", () => {
    const comments = (text: string): string[] =>
      [...text.matchAll(/^\s*#.*$/gm)].map(([line]) => line.trim()).toSorted();
    for (const { text } of shuffled) expect(comments(formatted(text))).toEqual(comments(text));
  });
});

test("no text makes it throw, lose meaning or change twice", () => {
  const pieces = [
    "a: ",
    "b:\n",
    "  ",
    "- ",
    "# c\n",
    "\n",
    "x",
    "{",
    "}",
    "[",
    "]",
    ", ",
    "|\n",
    "'",
    '"',
    "tools:\n",
    "proviso: 1\n",
    "? ",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(""));
  const property = fc.property(text, (before) => {
    const after = format({ path: "test.yaml", text: before }).text;
    return after === undefined || formatted(after) === after;
  });
  expect(fc.check(property, { seed: 20261121, numRuns: 5000 })).toMatchObject({ failed: false });
});
