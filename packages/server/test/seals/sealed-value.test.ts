import { expect, test } from "vitest";
import { stateKeyId } from "../../src/seals/key-ring.ts";
import { sealingKeyId, valueSeal } from "../../src/seals/sealed-value.ts";

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const value = { id: "n1", text: "ü\u2028" };
const sealed = valueSeal([key]).seal(value, "here");

function check(text: string, place: string, expected: unknown, stateKey: Uint8Array = key): void {
  expect(valueSeal([stateKey]).open(text, place)).toEqual(expected);
}

test("what was sealed opens with the same key in the same place", () => check(sealed, "here", value));
test("what another release sealed opens", () =>
  check("c7f1d864f015.Jk4dh2tNxL6e9u13N55Te9e64HIiVMJI8kLSEVCJKqdadNs-PndC", "here", { id: "n1" }));
test("a sealed value opens nowhere else", () => check(sealed, "there", undefined));
test("a sealed value opens with no other key", () => check(sealed, "here", undefined, otherKey));
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

test("a value is sealed with the key that is named, and with the current one if that is gone", () => {
  const both = valueSeal([key, otherKey]);
  const keyIdOf = (keyId?: string): string => sealingKeyId(both.seal(value, "here", keyId));
  expect(keyIdOf()).toBe(stateKeyId(key));
  expect(keyIdOf(stateKeyId(otherKey))).toBe(stateKeyId(otherKey));
  expect(keyIdOf("0".repeat(12))).toBe(stateKeyId(key));
});

test("a blinded text is the same in every release, and looked for under every key", () => {
  const [now, before] = [key, otherKey].map((each) => valueSeal([each]).blind("anna"));
  expect(now).toBe("75a94d6ee3c771aefc26da4b9b026fd9691b11ee1e90108acb2cefc72dcaa144");
  expect(valueSeal([key, otherKey]).blind("anna")).toBe(now);
  expect(valueSeal([key, otherKey]).blinds("anna")).toEqual([now, before]);
  expect(valueSeal([key]).blind("ben")).not.toBe(now);
});

function replaceAt(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === "A" ? "B" : "A"}${text.slice(index + 1)}`;
}
