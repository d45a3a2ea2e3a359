// What callers can try with the state of a question: `test/attacks/03-forged-approval.test.ts`.
import { expect, test } from "vitest";
import type { AuthorizedCall } from "../../src/pipeline/call/call.ts";
import { sealedState } from "../../src/seals/sealed-state.ts";
import { anna, ben, tool } from "../sample.ts";

const key = new Uint8Array(32).fill(7);
const minute = 60_000;
const noon = new Date("2026-01-01T12:00:00Z");
const later = (ms: number): Date => new Date(noon.getTime() + ms);
const contract = { name: "notes.create", hash: "c1" };
const callWith = (changes: Partial<AuthorizedCall> = {}, changed: Partial<typeof contract> = {}) =>
  ({
    tool: { contract: { ...tool(), ...contract, ...changed } },
    principal: anna,
    fingerprint: "f1",
    ...changes,
  }) as unknown as AuthorizedCall;
const realm = { product: "notes", env: "live" };
const seals = sealedState([key], minute, realm);
const { state, expiresAt } = seals.seal(callWith(), "p1", "n1", noon);
const check = (text: string, expected: unknown, call = callWith(), now = noon): void =>
  expect(seals.open(text, call, now)).toMatchObject(expected as object);
const refused = (reason: string) => ({ ok: false, reason });

test("a question says what was asked, when, and until when it counts; its seal is pinned", () => {
  expect(state.split(".")[2]).toBe("WqDDWBFwreMZJpd44fuc7Z3Y648V2CKCtH5wWNVj4aw");
  expect(expiresAt).toEqual(later(minute));
  check(state, {
    ok: true,
    question: { tool: "notes.create", fingerprint: "f1", contractHash: "c1", planHash: "p1", nonce: "n1" },
    askedAt: noon,
    expiresAt: later(minute),
  });
});

test("an answer counts until the question expires", () => {
  check(state, { ok: true }, callWith(), later(minute - 1));
  check(state, refused("expired"), callWith(), later(minute));
});

test("an answer counts for exactly the call that was asked about", () => {
  for (const other of [
    callWith({}, { name: "notes.delete" }),
    callWith({}, { hash: "c2" }),
    callWith({ principal: ben }),
    callWith({ fingerprint: "f2" }),
  ])
    check(state, refused("another_request"), other);
});

test("what this server did not seal is forged, and a key that it does not have is named as such", () => {
  const [id = "", body = "", mac = ""] = state.split(".");
  const others = [
    "",
    "x",
    `x${state}`,
    `${state}.`,
    `${id}.${body}.`,
    `${id}.${body}.${mac.slice(2)}`,
    undefined,
  ];
  for (const text of others) check(text as string, refused("forged"));
  const another = sealedState([new Uint8Array(32).fill(8)], minute, realm).seal(callWith(), "p1", "n1", noon);
  check(another.state, refused("unknown_key"));
  check(`${id}.${body}.${Buffer.alloc(32).toString("base64url")}`, refused("forged"));
});

test("a state of at most 16,384 characters opens", () => {
  const sealedWith = (length: number): string => seals.seal(callWith(), "p1", "n".repeat(length), noon).state;
  const longest = sealedWith(12_055);
  const longer = sealedWith(12_056);
  expect([longest.length, longer.length]).toEqual([16_384, 16_385]);
  check(longest, { ok: true });
  check(longer, refused("forged"));
});
