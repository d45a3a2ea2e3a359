import type { Exception, JsonObject, ToolContract } from "../contract/contract.ts";
import { budgetAmount, budgetText, budgetUnit } from "./budget.ts";
import { numberText } from "./summary-values.ts";

type ExceptionFacts = Pick<ToolContract, "riskLevel" | "hints" | "exception">;

/**
 * The exception of a contract; undefined where the law allows none, whatever the contract says: at any level but high, and for agentic
 * and destructive tools (seed 000 wants stricter control of those).
 */
export function exceptionOf({ riskLevel, hints, exception }: ExceptionFacts): Exception | undefined {
  const isAllowed = riskLevel === "high" && !(hints.agencyHint === true && hints.destructiveHint);
  return isAllowed ? exception : undefined;
}

/** The amount of a call that the exception covers: a whole number of at least 1, in its unit. Undefined for any other call. */
export function exceptedAmount(
  { budget, unit = "", upTo }: Exception,
  input: JsonObject,
): number | undefined {
  const amount = budgetAmount(budget, input);
  if (amount === undefined || !Number.isSafeInteger(amount) || amount < 1 || amount > upTo) return undefined;
  return budgetUnit(budget, input) === unit ? amount : undefined;
}

const plainPath = /^input(\.[A-Za-z_]\w*)+$/;

/** CEL that holds for every call that the exception does not cover, as far as the input decides. Undefined if CEL cannot say it. */
export function notExcepted({ budget, unit, upTo }: Exception): string | undefined {
  const { of, unit: unitOf } = budget;
  if (![of, unitOf ?? of].every((path) => plainPath.test(path))) return undefined;
  const other = unitOf === undefined ? "" : ` || ${unitOf} != ${JSON.stringify(unit ?? "")}`;
  return `${of} < 1 || ${of} > ${upTo}${other}`;
}

const dayMs = 86_400_000;

/** The first moment, in milliseconds, at which the exception no longer counts: the end of its last day in UTC. NaN for no day. */
export function exceptionEnd({ expires }: Pick<Exception, "expires">): number {
  const start = new Date(`${expires}T00:00:00Z`);
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(expires);
  return isDay ? start.getTime() + dayMs : Number.NaN;
}

/** What runs unasked, in words after "up to". */
export function exceptionText({ budget, expires, unit, upTo }: Exception): string {
  const amount = `${numberText(upTo)} of \`${budget.of}\`${unit === undefined ? "" : ` in ${unit}`}`;
  return `${amount}, together at most ${budgetText(budget)}, until the end of ${expires} (UTC)`;
}
