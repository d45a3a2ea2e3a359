import { type Budget, isObject, type Json, type Manifest } from "@proviso/manifest";
import type { ServerOptions } from "@proviso/server";
import { UsageError } from "@proviso/terminal";

/** The operator's budgets, by the name of the contract. */
export type OperatorBudgets = NonNullable<ServerOptions<unknown>["budgets"]>;

/** Reads `budgets` of an upstream in `proviso.yaml`. Throws a `UsageError` that says what to write. */
export function readBudgets(value: Json | undefined, at: string): OperatorBudgets {
  if (value === undefined) return {};
  if (!isObject(value))
    throw new UsageError(`\`${at}\` must be a map of tools, such as \`payments.pay: { of: … }\``);
  return Object.fromEntries(
    Object.entries(value).map(([name, budget]) => [name, readBudget(budget, `${at}.${name}`)]),
  );
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function readBudget(value: Json, at: string): Budget {
  const { of, unit, per, limit, every, ...others } = isObject(value) ? value : {};
  const [, count, size] = /^(\d{1,6})([smhd])$/.exec(String(every)) ?? [];
  const isSound =
    Object.keys(others).length === 0 &&
    typeof of === "string" &&
    (unit === undefined || typeof unit === "string") &&
    typeof per === "string" &&
    typeof limit === "number" &&
    size !== undefined;
  if (!isSound)
    throw new UsageError(
      `\`${at}\` takes \`of: input.cents\`, perhaps \`unit\`, \`per: tool\`, \`limit: 500000\` and \`every: 24h\``,
    );
  const everyMs = Number(count) * unitMs[size as keyof typeof unitMs];
  return {
    of,
    ...(unit !== undefined && { unit: unit as string }),
    per: per as Budget["per"],
    limit,
    everyMs,
  };
}

/** Throws a `UsageError` for a budget that would limit nothing, because no contract has its name. */
export function checkBudgets(budgets: OperatorBudgets, { tools }: Manifest): void {
  for (const name of Object.keys(budgets))
    if (!tools.some((tool) => tool.name === name))
      throw new UsageError(`\`budgets\` names \`${name}\`, and no contract has this name`);
}

/** Those of the tools that the upstream lists now. */
export function budgetsOf(budgets: OperatorBudgets, { tools }: Manifest): OperatorBudgets {
  return Object.fromEntries(
    Object.entries(budgets).filter(([name]) => tools.some((tool) => tool.name === name)),
  );
}
