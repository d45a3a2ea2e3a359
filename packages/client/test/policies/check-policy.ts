import type { ToolContract } from "@proviso/manifest";
import { expect } from "vitest";
import { freshSession } from "../../src/index.ts";
import type { Environment, Policy, Unclassified } from "../../src/index.ts";

/** Expects the kind of decision and its reasons. */
export function check(
  policy: Policy,
  tool: ToolContract | Unclassified,
  env: Environment,
  ...[kind, ...reasons]: string[]
): void {
  expect(policy(tool, { dryRun: false, unmetRequirements: [] }, freshSession, env)).toEqual({
    kind,
    reasons,
  });
}
