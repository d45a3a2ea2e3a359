import { expect, test } from "vitest";
import { sampleManifest } from "../diff/sample.ts";
import { lockedManifest } from "../../src/stored.ts";
import { printLock, readLock, newLock } from "../../src/lock.ts";

test("a lock gives the contracts of the sample back as they are, with each clause", () => {
  const here = sampleManifest();
  const { lock, diagnostics } = readLock({ path: "proviso.lock", text: printLock(newLock(here)) });
  expect(diagnostics).toEqual([]);
  expect(lock && lockedManifest(lock)).toEqual(here);
});
