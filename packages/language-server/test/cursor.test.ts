import { expect, test } from "vitest";
import { readCursor } from "../src/cursor/read-cursor.ts";

/** Where `‸` is: the path, what can be there, and the word. */
function check(marked: string, expected: string | undefined): void {
  const text = marked.replace("‸", "");
  const cursor = readCursor(text, marked.indexOf("‸"));
  const shown =
    cursor && `${cursor.at} ${cursor.path.join("/")} ${text.slice(cursor.word.start, cursor.word.end)}`;
  expect(shown?.trim()).toBe(expected);
}

const tools = "domain: notes\ntools:\n  get:\n";

test.each([
  ["‸", "key"],
  ["dom‸ain: notes", "key  domain"],
  ["domain: no‸tes", "value domain notes"],
  [`${tools}    ‸\n`, "key tools/get"],
  [`${tools}    riskLevel: ‸\n`, "value tools/get/riskLevel"],
  [`${tools}    riskLevel:\n  ‸`, "key tools"],
  [`${tools}    permissions: [a:b, c:‸d]`, "item tools/get/permissions/[] c:d"],
  [`${tools}    permissions:\n      - a:b\n      - ‸`, "item tools/get/permissions/[]"],
  [`${tools}    permissions:\n    - ‸`, "item tools/get/permissions/[]"],
  [`${tools}    permissions:\n    - a\n    ‸`, "key tools/get"],
  [`${tools}    dryRun: { mode: required, pre‸`, "key tools/get/dryRun pre"],
  [`${tools}    dryRun:\n      { mode: ‸ }`, "value tools/get/dryRun/mode"],
  [`${tools}    refine:\n      - when: "true"\n        ris‸k`, "key tools/get/refine/[] risk"],
  [`${tools}    refine: [{ when: "a, {", ‸`, "key tools/get/refine/[]"],
  [`${tools}    inputSchema:\n      to: { type: "email‸[]" }`, "value tools/get/inputSchema/to/type email"],
  [`${tools}    inputSchema: "em‸`, "value tools/get/inputSchema em"],
  [`permissions:\n  emails:send: Send.\n  em‸`, "key permissions em"],
  ['"a b": ‸', "value a b"],
  [`a: |\n  text: ‸\nb: x`, undefined],
  [`a: |\n  text\n\nb: ‸`, "value b"],
  [`a: "two\n  lines"\nb: ‸`, "value b"],
  ["# a: ‸", undefined],
  ["a: b # c‸", undefined],
  ["a: { b: c, # d‸\n }", undefined],
  ["a: [b]‸", undefined],
  ["a: don't\nb: ‸", "value b"],
  ["a: { b: don't, c: ‸ }", "value a/c"],
  ["a:\r\n  b: x\r\n  ‸c: y\r\n", "key a c"],
])("%j", (marked, expected) => check(marked, expected));

test("the other keys of a map are known, above and below", () => {
  const siblings = (marked: string) =>
    readCursor(marked.replace("‸", ""), marked.indexOf("‸"))?.siblings.toSorted();
  expect(siblings("a: 1\nb:\n  c: 2\n\n‸\n# d: 3\ne: 4\n")).toEqual(["a", "b", "e"]);
  expect(siblings("x:\n  - a: 1\n    ‸\n    b: 2\n  - c: 3\n")).toEqual(["a", "b"]);
  expect(siblings("x: { a: 1, b: { c: 2 }, ‸")).toEqual(["a", "b"]);
});
