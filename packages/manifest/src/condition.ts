/** CEL conditions: checked by the compiler, evaluated by servers and guards. */
export {
  checkCondition,
  compileCondition,
  conditionImplies,
  conditionLimits,
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
