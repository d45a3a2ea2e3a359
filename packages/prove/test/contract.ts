import { compile, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { proveGuarantees, type Proved, readGuarantees } from "../src/index.ts";

/** A product whose tools have these lines of YAML. */
export function manifestOf(tools: Readonly<Record<string, string>>): Manifest {
  const blocks = Object.entries(tools).map(([name, lines]) => `  ${name}:\n${indented(usual(lines))}`);
  const text = `proviso: 1
domain: shop
description: A shop.
permissions: { shop:read: Reads., shop:write: Writes., shop:send: Sends. }
tools:
${blocks.join("\n")}
`;
  const { model, diagnostics } = compile([{ path: "shop.yaml", text }]);
  if (!model)
    throw new Error(
      diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message, span }) => `${span.line}: ${message}`)
        .join("\n"),
    );
  return toManifest(model, { product: "shop", wireNames: "underscore" });
}

const lines: Readonly<Record<string, string>> = {
  description: "Does something in the shop.",
  category: "shop",
  riskLevel: "critical",
  inputSchema: "{ id: string }",
  outputSchema: "{ ok: boolean }",
  permissions: "[shop:read]",
  sideEffects: "[]",
  auditEvent: "shop.done",
  failureModes: "[]",
  stepUpAuth: "{ never: true, reason: A test. }",
  dataFlow: "{ readsPrivate: false, returnsUntrusted: false }",
};

function usual(given: string): string {
  const missing = Object.entries(lines).filter(([key]) => !new RegExp(`^${key}:`, "m").test(given));
  return [given.trim(), ...missing.map(([key, value]) => `${key}: ${value}`)].join("\n");
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}

/** Proves sentences of a product. Throws if there is a mistake in one. */
export function proveLines(guarantees: string, manifest: Manifest): readonly Proved[] {
  const text = `proviso: 1\nguarantees:\n${guarantees}\n`;
  const read = readGuarantees({ path: "guarantees.yaml", text }, manifest);
  if (!read.guarantees) throw new Error(read.diagnostics.map(({ message }) => message).join("\n"));
  return proveGuarantees(read.guarantees, manifest);
}
