import { describe, expect, test } from "vitest";
import {
  compile,
  type Diagnostic,
  fix,
  type FixResult,
  type SourceText,
  type TextEdit,
} from "../../src/index.ts";
import { contractOf } from "../contract-text.ts";

type Offer = (text: string) => readonly TextEdit[][];

/** Fixes texts in which `offer` finds something to change. */
function fixWith(texts: readonly string[], offer: Offer): FixResult {
  const sources = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  return fix(sources, (now) => ({ diagnostics: now.flatMap((source) => findings(source, offer)) }));
}

function findings({ path, text }: SourceText, offer: Offer): Diagnostic[] {
  return offer(text).map((edits) => {
    const start = edits[0]?.start ?? 0;
    const span = { file: path, start, end: start, line: 1, column: 1, endLine: 1, endColumn: 1 };
    return { code: "lint/x", severity: "warning", message: "x", span, fix: { title: "change it", edits } };
  });
}

function edit(start: number, end: number, text: string): TextEdit {
  return { start, end, text };
}

/** Replaces every `from` by `to`, each as a fix of its own. */
function replacing(from: string, to: string): Offer {
  return (text) =>
    [...text.matchAll(new RegExp(from, "g"))].map(({ index, 0: found }) => [
      edit(index, index + found.length, to),
    ]);
}

/** Offers these fixes as long as the text is still `before`. */
function offering(before: string, ...fixes: TextEdit[][]): Offer {
  return (text) => (text === before ? fixes : []);
}

function check(before: string, offer: Offer, after: string, count: number): void {
  const { sources, fixed } = fixWith([before], offer);
  expect(sources.map(({ text }) => text)).toEqual([after]);
  expect(fixed).toHaveLength(count);
}

describe("fixes", () => {
  test("change the text at their places and nothing else", () =>
    check("a: x # x\nb: [y, x]\n", replacing("x", "zz"), "a: zz # zz\nb: [y, zz]\n", 3));
  test("are made again on what an earlier one leaves", () =>
    check("a: xxxx\n", replacing("xx", "x"), "a: x\n", 3));
  test("that want the same place wait for the one before them", () =>
    check("a: xy\n", offering("a: xy\n", [edit(3, 5, "p")], [edit(4, 5, "q")]), "a: p\n", 1));
  test("that touch are not made at once", () =>
    check("a: xy\n", offering("a: xy\n", [edit(4, 4, "1")], [edit(4, 4, "2")]), "a: x1y\n", 1));
  test("of several edits are made whole or not at all", () =>
    check(
      "a: xy\nb: z\n",
      offering("a: xy\nb: z\n", [edit(3, 4, "p")], [edit(3, 5, "q"), edit(9, 10, "r")]),
      "a: py\nb: z\n",
      1,
    ));
  test("that undo each other come to an end", () =>
    check("a: x\n", (text) => [[edit(3, 4, text[3] === "x" ? "y" : "x")]], "a: x\n", 50));
  test("that would leave something else than YAML are not made", () => {
    const { sources, fixed, diagnostics } = fixWith(["a: x\n", "b: x\n"], (text) =>
      text === "a: x\n" ? [[edit(3, 4, "[")]] : text === "b: x\n" ? [[edit(3, 4, "y")]] : [],
    );
    expect(sources.map(({ text }) => text)).toEqual(["a: x\n", "b: y\n"]);
    expect(fixed).toHaveLength(1);
    expect(diagnostics).toHaveLength(1);
  });
});

test.each([
  ["line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\ufeff${text}`],
])("a file with %s is fixed in its places, and keeps them", (_name, write) => {
  const wrong = contractOf({ riskLevel: "LOW # why", inputSchema: "{ to: string[], cc: email[] | string }" });
  const right = wrong
    .replace("LOW", "low")
    .replace("string[],", '"string[]",')
    .replace("email[] | string", '"email[] | string"');
  const { sources } = fix([{ path: "things.yaml", text: write(wrong) }], (now) => compile(now));
  expect(sources[0]?.text).toBe(write(right));
});

test("contracts to which there is nothing to fix stay the very same", () => {
  const sources = [{ path: "things.yaml", text: contractOf({ riskLevel: "lo" }) }];
  const result = fix(sources, (now) => compile(now));
  expect(result.sources[0]).toBe(sources[0]);
  expect(result.fixed).toEqual([]);
  expect(result.diagnostics).toEqual(compile(sources).diagnostics);
});
