import { describe, expect, test } from "vitest";
import { compileText, contractOf } from "../contract-text.ts";
import { useChild } from "./in-child.ts";

const compileInChild = useChild();

/** Expects one diagnostic with this code and message, in little time and memory. */
async function check(text: string, code: string, message: RegExp): Promise<void> {
  const { isAccepted, diagnostics } = await compileInChild([{ path: "things.yaml", text }]);
  expect(isAccepted).toBe(false);
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
  expect(diagnostics[0]?.message).toMatch(message);
}

const levels = 20_000;
const million = 1_000_000;

describe("hostile YAML is answered with one clear diagnostic", () => {
  test("an alias bomb", () => {
    const lines = [..."bcdefghi"].map(
      (name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`,
    );
    return check(`a: &a [x]\n${lines.join("\n")}\n`, "parse/forbidden", /may not use an anchor/);
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
  ])("20,000 levels: %s", (_name, text) => check(text, "parse/too-deep", /more than 64 levels/));
  test("50 MB in one value", () =>
    check(`a: ${"x".repeat(50 * million)}\n`, "parse/too-large", /at most 4,000,000 characters/));
  test("50 MB in many lines", () =>
    check("a: b\n".repeat(10 * million), "parse/too-large", /at most 4,000,000 characters/));
  test("as many keys as a file may hold, all the same", () => {
    const text = "a: 1\n".repeat((4 * million) / 5 - 1);
    expect(compileText(text).diagnostics.map(({ code }) => code)).toEqual(["parse/duplicate-key"]);
  });
  test("a directive that would turn `no` into false", () =>
    check(`%YAML 1.1\n---\n${contractOf({ agency: "no" })}`, "parse/forbidden", /may not use a directive/));
  test("a word that YAML 1.1 takes for false", () =>
    check(contractOf({ agency: "no" }), "decode/wrong-type", /`true` or `false`.* this is text/));
  test("a key that is there twice", () =>
    check(
      contractOf({ riskLevel: "low\n    riskLevel: forbidden" }),
      "parse/duplicate-key",
      /`riskLevel` is here twice/,
    ));
  test("a key that differs by case", () =>
    check(
      contractOf({ riskLevel: "low\n    RiskLevel: forbidden" }),
      "parse/similar-key",
      /upper and lower case only/,
    ));
  test("a merge key", () =>
    check(contractOf({ metadata: "{ <<: { a: 1 } }" }), "parse/forbidden", /may not use a merge key/));
  test.each(["!!js/function Run", "!!binary aGk=", "!mine Run", "!<tag:yaml.org,2002:str> Run"])(
    "a tag: %s",
    (title) => check(contractOf({ title }), "parse/forbidden", /may not use a tag/),
  );
  test("a second document", () =>
    check(`${contractOf({})}---\na: 1\n`, "parse/second-document", /holds one document/));
  test("ten thousand documents", () =>
    check(`${contractOf({})}${"---\na: 1\n".repeat(10_000)}`, "parse/second-document", /holds one document/));
  test("`__proto__` as a part of the file", () =>
    check(`${contractOf({})}__proto__: { tools: {} }\n`, "decode/unknown-key", /unknown key `__proto__`/));
  test("`__proto__` as a field of a tool", () =>
    check(
      contractOf({ ["__proto__"]: "{ riskLevel: low }" }),
      "decode/unknown-key",
      /unknown key `__proto__`/,
    ));
  test("`__proto__` as a tool", () =>
    check(contractOf({}, "", "__proto__"), "decode/bad-name", /`__proto__` is no name/));
  test("`__proto__` as an argument", () =>
    check(
      contractOf({ inputSchema: "{ __proto__: string }" }),
      "type/bad-property-name",
      /`__proto__` is not a valid property name/,
    ));
});

describe("what people write is not taken for an attack", () => {
  test.each([
    [
      "keys of growing length",
      Array.from({ length: 90 }, (_each, index) => `${"k".repeat(index + 1)}: 1`).join("\n"),
    ],
    ["sixty levels", `a: ${"[".repeat(60)}${"]".repeat(60)}`],
    [
      "many lists beside each other",
      "b: [[1]]\n" + Array.from({ length: 200 }, (_each, index) => `k${index}:\n  - - x: 1`).join("\n"),
    ],
  ])("%s", (_name, text) => {
    expect(compileText(text).diagnostics.map(({ code }) => code)).not.toContain("parse/too-deep");
  });
});
