import type { Manifest } from "@proviso/manifest";
import { expect } from "vitest";
import { compile, toManifest } from "../../src/index.ts";
import { type ChangeExample, type ContractLines, diffManifests } from "../../src/diff.ts";
import { tool } from "../../src/diagnostic-pages/page.ts";

/** A file with one tool; `verb: null` is a file without tools. `header` is text before the tools. */
export function manifestOf({ verb = "read", ...lines }: ContractLines, header = ""): Manifest {
  const [source] = tool(
    { idempotency: null, permissions: "[]", ...lines },
    { verb: verb ?? "other", header },
  );
  const { model, diagnostics } = compile(source ? [source] : [], {});
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ message }) => message)).toEqual([]);
  if (!model) throw new Error("the example has no model");
  const manifest = toManifest(model, { product: "acme", wireNames: "underscore" });
  return verb === null ? { ...manifest, tools: [] } : manifest;
}

export function sidesOf({
  before,
  after,
  headers = ["", ""],
  products = [{}, {}],
}: ChangeExample): readonly [Manifest, Manifest] {
  return [
    { ...manifestOf(before, headers[0]), ...products[0] },
    { ...manifestOf(after, headers[1]), ...products[1] },
  ];
}

export function idsOf(before: Manifest, after: Manifest): readonly string[] {
  return diffManifests(before, after).map(({ id, path }) => `${id} ${path}`);
}
