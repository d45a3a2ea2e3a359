import type { Budget } from "@proviso/manifest";

/** From the sum of all calls to those of each caller. */
const width: Readonly<Record<Budget["per"], number>> = { tool: 0, tenant: 1, principal: 2 };

/** Whether each call that `strict` admits is admitted by `loose`. */
export function admitsBudget(strict: Budget, loose: Budget): boolean {
  const isFiner = loose.unit === strict.unit || strict.unit === undefined;
  return (
    strict.of === loose.of &&
    isFiner &&
    width[loose.per] >= width[strict.per] &&
    loose.limit >= strict.limit &&
    loose.everyMs <= strict.everyMs
  );
}
