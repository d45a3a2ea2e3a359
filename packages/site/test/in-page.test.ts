import nodeCrypto from "node:crypto";
import { expect, it } from "vitest";
import * as inPage from "../src/try/in-page/crypto.ts";
import { Buffer as PageBuffer } from "../src/try/in-page/globals.ts";

// Each test seals or names on one side, and opens or compares on the other.
const key = new Uint8Array(32).fill(7);
const secret = nodeCrypto.createSecretKey(key);
const text = 'a "text" – with ü and 🚀'.repeat(40);
const iv = new Uint8Array(12).fill(3);
const aad = Buffer.from("place");

it("hashes, names and derives as Node.js does", () => {
  expect(inPage.hash("sha256", text)).toBe(nodeCrypto.hash("sha256", text, "hex"));
  for (const encoding of ["hex", "base64url"] as const)
    expect(inPage.createHmac("sha256", key).update(text).digest(encoding)).toBe(
      nodeCrypto.createHmac("sha256", secret).update(text).digest(encoding),
    );
  expect([...inPage.hkdfSync("sha256", key, "", "use", 32)]).toEqual([
    ...new Uint8Array(nodeCrypto.hkdfSync("sha256", key, "", "use", 32)),
  ]);
});

it("seals what Node.js opens, opens what it seals, and nothing else", () => {
  const cipher = inPage.createCipheriv("aes-256-gcm", key, iv).setAAD(aad);
  const sealed = cipher.update(text);
  const opening = nodeCrypto.createDecipheriv("aes-256-gcm", secret, iv).setAAD(aad);
  opening.setAuthTag(cipher.getAuthTag());
  expect(Buffer.concat([opening.update(sealed), opening.final()]).toString()).toBe(text);

  const other = nodeCrypto.createCipheriv("aes-256-gcm", secret, iv).setAAD(aad);
  const body = Buffer.concat([other.update(text), other.final()]);
  const open = (place: Uint8Array): Uint8Array =>
    inPage.createDecipheriv("aes-256-gcm", key, iv).setAAD(place).setAuthTag(other.getAuthTag()).update(body);
  expect(PageBuffer.from(open(aad)).toString()).toBe(text);
  expect(() => open(Buffer.from("elsewhere"))).toThrow(/tag/);
});

it("writes and reads texts as Node.js does", () => {
  const url = Buffer.from(text).toString("base64url");
  expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
  expect((PageBuffer.from(text).toString as (name: string) => string)("base64url")).toBe(url);
  expect(PageBuffer.from(url, "base64url").toString()).toBe(text);
});

it("makes UUIDs of version 4, and finds a byte that differs", () => {
  expect(inPage.randomUUID()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(inPage.timingSafeEqual(key, Uint8Array.from(key))).toBe(true);
  expect(
    inPage.timingSafeEqual(
      key,
      key.map((byte, at) => (at === 31 ? 0 : byte)),
    ),
  ).toBe(false);
});
