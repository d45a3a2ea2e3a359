import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { ShownCall } from "@proviso/server/extension";

type Plan = NonNullable<ShownCall["plan"]>;
type Rows = readonly JsonObject[];

/** The set of calls in a plan, and what they add up to. Undefined if the plan has none, or something else there. */
export function setOfPlan({ set }: Plan): Readonly<Record<"calls" | "sums", Rows>> | undefined {
  const [calls, sums] = isObject(set) ? [rows(set["calls"]), rows(set["sums"])] : [];
  return calls && sums && { calls, sums };
}

/** The words of the button that approves. */
export function approveText({ plan }: ShownCall): string {
  const count = (plan && setOfPlan(plan))?.calls.length ?? 1;
  return count === 1 ? "Approve this one call" : `Approve these ${count} calls`;
}

function rows(value: Json | undefined): Rows | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}
