/** CEL conditions: checked by the compiler, evaluated by servers and guards. */
export {
  checkCondition,
  compileCondition,
  conditionCompiler,
  conditionLimits,
  conditionSyntax,
  conditionText,
  isConstant,
  refinementChooser,
  unguardedReadsOf,
} from "./conditions/condition.ts";
export type {
  Condition,
  ConditionCheck,
  ConditionPrincipal,
  ConditionScope,
  ConditionView,
  UnguardedRead,
} from "./conditions/condition.ts";
export { type CelNode, isCelNode, pathOf } from "./conditions/condition-values.ts";
export { resolveReference } from "./json-schema/schema-at.ts";
