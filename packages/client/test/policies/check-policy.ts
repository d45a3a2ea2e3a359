import { expect } from "vitest";
import { freshSession } from "../../src/index.ts";
import type { Environment, GuardPolicy, Subject } from "../../src/index.ts";

/** Expects the kind of decision and its reasons. */
export function check(
  policy: GuardPolicy,
  tool: Subject,
  env: Environment,
  ...[kind, ...reasons]: string[]
): void {
  expect(policy(tool, { dryRun: false, unmetRequirements: [] }, freshSession, env)).toEqual({
    kind,
    reasons,
  });
}
