import type { JsonObject, JsonSchema } from "@proviso/manifest";
import { compileCondition } from "@proviso/manifest/condition";
import type { Condition, ConditionScope } from "@proviso/manifest/condition";
import type { Principal } from "../api/outcome.ts";

/** Compiles on first use. What cannot be compiled throws on each use, and the caller takes that as true. */
export function lazyCondition(expression: string, schema: JsonSchema): Condition {
  let compiled: Condition | undefined;
  return (scope) => (compiled ??= compileCondition(expression, schema))(scope);
}

/** An evaluation that fails counts as true: confirm, step up, keep. */
export function holds(condition: Condition, scope: ConditionScope): boolean {
  try {
    return condition(scope);
  } catch {
    return true;
  }
}

/** What a condition of an authorized call may look at. */
export function conditionScope(
  { input, principal }: { readonly input: JsonObject; readonly principal: Principal },
  env: string,
  now: Date,
): ConditionScope {
  return { input, principal, env: { name: env }, now };
}
