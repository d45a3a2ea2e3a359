import type { JsonObject, JsonSchema } from "@proviso/manifest";
import { type Condition, type ConditionScope, compileCondition } from "@proviso/manifest/condition";
import type { Principal } from "../api/outcome.ts";

/** Compiled on first use. A condition that does not compile throws, which counts as true. */
export function lazyCondition(expression: string, schema: JsonSchema): Condition {
  let compiled: Condition | undefined;
  return (scope) => (compiled ??= compileCondition(expression, schema))(scope);
}

/** If the evaluation fails, the condition counts as true: confirm, step up, keep. */
export function holds(condition: Condition, scope: ConditionScope): boolean {
  try {
    return condition(scope);
  } catch {
    return true;
  }
}

/** The variables of a condition. */
export function conditionScope(
  { input, principal }: { readonly input: JsonObject; readonly principal: Principal },
  env: string,
  now: Date,
): ConditionScope {
  return { input, principal, env: { name: env }, now };
}
