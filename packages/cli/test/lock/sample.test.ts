import { readdirSync, readFileSync } from "node:fs";
import { compile, toManifest } from "@proviso/compiler";
import { expect, test } from "vitest";
import { lockedManifest } from "../../src/lock/locked-manifest.ts";
import { printLock } from "../../src/lock/print-lock.ts";
import { readLock } from "../../src/lock/read-lock.ts";
import { newLock } from "../../src/lock/update-lock.ts";

test("a lock gives the contracts of the sample back as they are, with each clause", () => {
  const folder = new URL("../../../../contracts/", import.meta.url);
  const sources = readdirSync(folder).map((path) => ({
    path,
    text: readFileSync(new URL(path, folder), "utf8"),
  }));
  const { model } = compile(sources);
  if (!model) throw new Error("the sample has errors");
  const here = toManifest(model, { product: "backoffice", wireNames: "underscore" });
  const { lock, diagnostics } = readLock({ path: "proviso.lock", text: printLock(newLock(here)) });
  expect(diagnostics).toEqual([]);
  expect(lock && lockedManifest(lock)).toEqual(here);
});
