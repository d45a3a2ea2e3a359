import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lateLibrary } from "../src/platform/late-library.ts";
import { lateLibrary as lateInPage } from "../src/platform/late-library-in-page.ts";
import { sha256Bytes, sha256Hex } from "../src/platform/sha256.ts";
import { sha256Bytes as bytesInPage, sha256Hex as hexInPage } from "../src/platform/sha256-in-page.ts";

it("a page computes the hashes that Node.js computes", () => {
  const unit = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom("\ud800", "é", "🂡"));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      expect(hexInPage(text)).toBe(sha256Hex(text));
      expect(Buffer.from(bytesInPage(text)).equals(sha256Bytes(text))).toBe(true);
    }),
  );
});

it("a page has every library that is loaded late", () => {
  const src = fileURLToPath(new URL("../src/", import.meta.url));
  const used = globSync("**/*.ts", { cwd: src }).flatMap((file) => {
    const text = readFileSync(src + file, "utf8");
    return [...text.matchAll(/lateLibrary<[^(]*>\(\s*"([^"]+)"/g)].map(([, name = ""]) => name);
  });
  const lacking = used.filter((name) => {
    const exported = Object.keys(lateLibrary<object>(name)());
    const inPage = lateInPage<object | undefined>(name)();
    return !inPage || exported.some((key) => !(key in inPage));
  });
  expect([used.length, lacking]).toEqual([5, []]);
});
