import { expect, test } from "vitest";
import { valueSeal } from "../src/pipeline/seals/sealed-value.ts";

const key = new Uint8Array(32).fill(7);
const value = { id: "n1", text: "ü\u2028" };
const sealed = valueSeal([key]).seal(value, "here");

function check(text: string, place: string, expected: unknown, stateKey: Uint8Array = key): void {
  expect(valueSeal([stateKey]).open(text, place)).toEqual(expected);
}

test("what was sealed opens with the same key in the same place", () => check(sealed, "here", value));
test("a sealed value opens nowhere else", () => check(sealed, "there", undefined));
test("a sealed value opens with no other key", () =>
  check(sealed, "here", undefined, new Uint8Array(32).fill(8)));
test("a sealed value with one changed character does not open", () => {
  // The last one may hold bits that mean nothing.
  const spoilt = Array.from(sealed.slice(0, -1), (_, index) => replaceAt(sealed, index));
  expect(spoilt.filter((text) => valueSeal([key]).open(text, "here"))).toEqual([]);
});
test("what was never sealed does not open", () => {
  for (const text of ["", "AA", "A".repeat(100), "ü", sealed.slice(0, -4), `${sealed}AAAA`])
    check(text, "here", undefined);
});
test("the same value is never sealed alike, and cannot be read", () => {
  expect(valueSeal([key]).seal(value, "here")).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("n1");
});

function replaceAt(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === "A" ? "B" : "A"}${text.slice(index + 1)}`;
}
