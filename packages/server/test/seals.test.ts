// Seals outlive the process, and the release, that made them.
import { describe, expect, test } from "vitest";
import type { Principal } from "../src/api/outcome.ts";
import type { AuthorizedCall } from "../src/pipeline/call/call.ts";
import { keyRing, stateKeyId } from "../src/pipeline/seals/key-ring.ts";
import { listCursors } from "../src/pipeline/seals/list-cursors.ts";
import { sealedState, type Opened } from "../src/pipeline/seals/sealed-state.ts";
import { valueSeal } from "../src/pipeline/seals/sealed-value.ts";
import { anna, ben, tool } from "./sample.ts";

const [key, former, stranger] = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const keys = [key, former];

/** Sealed in November 2026, `question` and `cursor` with the former key: they have to open in every later release. */
const longAgo = {
  cursor: "d72d2d6620d5.bm90ZXMuY3JlYXRl.yJuXU-MV11o8l3Ltrx3ks9Nn7ljY7KVqsGikoGTuE78",
  question:
    "d72d2d6620d5.eyJjb250cmFjdEhhc2giOiJoIiwiZXhwaXJlc0F0IjoxNzY3MjY4ODAxMDAwLCJmaW5nZXJwcmludCI6ImYiLCJub25jZSI6Im5vbmNlIiwicGxhbkhhc2giOiJwbGFuIiwicHJpbmNpcGFsIjoiW1wiYWdlbnRcIixcImFjbWVcIixcImFubmFcIl0iLCJ0b29sIjoibm90ZXMuY3JlYXRlIn0.jMbTgh8AwHz3qDUCOYfNgKB_NoW-kAwAJjwEjMlmiOo",
  value: "c7f1d864f015.wbhvGuayDpMTmtdCLmPdggkL2UfQ_v1mNGMGSEPvKRqMJp8lkSZ5u5w",
  blind: "09db7afc3ed7104db96663afc509a21f584151415477579a1d4693097bc2a364",
};

test("each use of a key has its own, and an id that says nothing of it", () => {
  const [one, other] = ["one", "other"].map((use) => keyRing(keys, use).current);
  expect(one?.bytes).not.toEqual(other?.bytes);
  expect(one?.id).toBe(stateKeyId(key));
  expect(stateKeyId(key)).toBe("c7f1d864f015");
});

test.each([
  ["is no list", key, "must be a list of keys"],
  ["is empty", [], "`stateKeys` is empty"],
  ["has a short key", [key, key.subarray(1)], "at least 32 bytes"],
])("a list of keys that %s is refused", (_why, given, message) =>
  expect(() => keyRing(given as readonly Uint8Array[], "use")).toThrow(message),
);

describe("a cursor", () => {
  const name = "notes.create";
  const cursor = listCursors([former]).seal(name, anna);
  const opened = (given: string, principal: Principal | undefined = anna, ring = keys) =>
    listCursors(ring).open(given, principal);

  test("opens for its caller with the key that sealed it, and is the same every time", () => {
    expect(opened(cursor)).toBe(name);
    expect(listCursors([former]).seal(name, anna)).toBe(cursor);
    const nobody = listCursors(keys).seal(name, undefined);
    expect(listCursors(keys).open(nobody, undefined)).toBe(name);
  });
  test("that was sealed long ago opens", () => expect(opened(longAgo.cursor)).toBe(name));
  test.each([
    ["for somebody else", cursor, ben],
    ["without its seal", cursor.slice(0, cursor.lastIndexOf(".") + 1), anna],
    ["with another name", cursor.replace(/\.[\w-]+\./, ".bm90ZXM."), anna],
    ["with more behind it", `${cursor}A`, anna],
    ["with the same bytes written otherwise", `${cursor.slice(0, -1)}${nextLetter(cursor.at(-1))}`, anna],
    ["that is nothing", "", anna],
  ])("%s does not open", (_how, given, principal) => expect(opened(given, principal)).toBeUndefined());
  test("does not open with other keys", () => expect(opened(cursor, anna, [stranger])).toBeUndefined());
  test("is not looked at if no name is so long", () => {
    const long = (length: number) => listCursors(keys).seal("n".repeat(length), anna);
    expect([opened(long(600)), opened(long(800))]).toEqual(["n".repeat(600), undefined]);
  });
});

/** The last letter of base64url may hold bits that mean nothing. */
function nextLetter(letter = "A"): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

describe("a question", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  const approvalMs = 1000;
  const call = { tool: { contract: tool() }, principal: anna, fingerprint: "f" } as unknown as AuthorizedCall;
  const sealed = sealedState([former], approvalMs).seal(call, "plan", "nonce", now);
  const open = (state: unknown, about: Partial<AuthorizedCall> = {}, ms = 0, ring = keys): Opened =>
    sealedState(ring, approvalMs).open(state as string, { ...call, ...about }, new Date(now.getTime() + ms));
  const refusal = (opened: Opened): string => (opened.ok ? "opened" : opened.reason);

  test("opens until its time is up", () => {
    const opened = open(sealed.state, {}, approvalMs - 1);
    expect(opened).toMatchObject({
      ok: true,
      askedAt: now,
      expiresAt: sealed.expiresAt,
      question: { tool: "notes.create", planHash: "plan", nonce: "nonce" },
    });
    expect(sealed.expiresAt).toEqual(new Date(now.getTime() + approvalMs));
    expect(refusal(open(sealed.state, {}, approvalMs))).toBe("expired");
  });
  test("that was sealed long ago opens", () => {
    const contract = { ...tool(), hash: "h" };
    expect(open(longAgo.question, { tool: { contract } as AuthorizedCall["tool"] }).ok).toBe(true);
  });
  test("is about its tool, contract, caller and arguments alone", () => {
    const others = [
      { tool: { contract: { ...tool(), name: "notes.other" } } as AuthorizedCall["tool"] },
      { tool: { contract: { ...tool(), hash: "0" } } as AuthorizedCall["tool"] },
      { principal: ben },
      { fingerprint: "g" },
    ];
    expect(others.map((about) => refusal(open(sealed.state, about)))).toEqual(
      others.map(() => "another_request"),
    );
  });
  test("does not open with other keys", () =>
    expect(refusal(open(sealed.state, {}, 0, [stranger]))).toBe("unknown_key"));
  test("that was changed is forged", () => {
    const [id = "", body = "", seal = ""] = sealed.state.split(".");
    const changed = Buffer.from(body, "base64url").toString().replace("plan", "else");
    const text = Buffer.from(changed).toString("base64url");
    for (const state of [
      undefined,
      7,
      "",
      `x${sealed.state}`,
      `${sealed.state}.x`,
      `${id}.${text}.${seal}`,
      `${id}.${body}.${seal.slice(0, -4)}`,
      `${id}.${body}.${seal}AAAA`,
      `${id}.${"A".repeat(17_000)}.${seal}`,
    ])
      expect(refusal(open(state))).toBe("forged");
  });
});

describe("a value", () => {
  const both = valueSeal(keys);
  test("is sealed with a former key where its id is given, and opens", () => {
    const id = stateKeyId(former);
    const sealed = both.seal({ a: 1 }, "here", id);
    expect(sealed.startsWith(`${id}.`)).toBe(true);
    expect(both.open(sealed, "here")).toEqual({ a: 1 });
    expect(valueSeal([key]).open(sealed, "here")).toBeUndefined();
    expect(both.seal(1, "here").startsWith(`${stateKeyId(key)}.`)).toBe(true);
    expect(both.seal(1, "here", "000000000000").startsWith(`${stateKeyId(key)}.`)).toBe(true);
  });
  test("that was sealed long ago opens", () =>
    expect(both.open(longAgo.value, "here")).toEqual({ text: "ü" }));
  test("has a name that cannot be guessed, with each key", () => {
    expect(both.blind("a")).toBe(longAgo.blind);
    expect(both.blinds("a")).toEqual([valueSeal([key]).blind("a"), valueSeal([former]).blind("a")]);
    expect(both.blind("b")).not.toBe(both.blind("a"));
  });
});
