import type { ToolContract } from "@proviso/manifest";
import { expect } from "vitest";
import type { Environment, Policy, Unclassified } from "../../src/index.ts";

const clean = { sawUntrusted: false, readPrivate: false };

/** Expects the kind of decision and its reasons. */
export function check(
  policy: Policy,
  tool: ToolContract | Unclassified,
  env: Environment,
  ...[kind, ...reasons]: string[]
): void {
  expect(policy(tool, { dryRun: false, unmetRequirements: [] }, clean, env)).toEqual({ kind, reasons });
}
