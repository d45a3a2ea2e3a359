import { endIn } from "../observe/observe-tool.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const way = { logIn: "with an old log-in", limit: "over the limit" } as const;

/** Compares two steps by the end of a repeated call that the other step would refuse. */
function row(says: RegExp, by: keyof typeof way, end: string): ClaimRow {
  return {
    place: "order of the steps",
    says,
    means: `a repeated call ${way[by]} ends with ${end}`,
    isTrue: ({ seen }) => (isShown(seen, by) ? endIn(seen, `again ${way[by]}`) === end : undefined),
    instead: ({ seen }) => `a repeated call ${way[by]}: ${endIn(seen, `again ${way[by]}`)}`,
  };
}

function isShown(seen: Evidence["seen"], by: keyof typeof way): boolean {
  const { idempotency, stepUpAuth } = seen.contract;
  // The tool's own effect can be that a requirement is no longer met, which is checked before both.
  if (endIn(seen, "again") === "requirement_unmet") return false;
  if (by === "limit") return endIn(seen, way.limit) === "rate_limit_exceeded" && idempotency !== undefined;
  return (idempotency?.key.length ?? 0) > 0 && stepUpAuth.kind === "always";
}

const repeated = "If the call is a repeated one, it ends here with the first outcome";

/** Which of two steps comes first. */
export const order: Claim = {
  kind: "order",
  rows: [
    row(new RegExp(`\n${repeated}\\.\n(?:.*\n)*The server wants a stronger log-in`), "logIn", "replayed"),
    row(
      new RegExp(`\n${repeated}, which the server gives only with the log-in`),
      "logIn",
      "step_up_required",
    ),
    row(new RegExp(`\nThe server wants a stronger log-in(?:.*\n)*${repeated}`), "logIn", "step_up_required"),
    row(
      new RegExp(`\nThe server checks .*\\bthe limit of (?:.*\n)*${repeated}`),
      "limit",
      "rate_limit_exceeded",
    ),
    row(new RegExp(`\n${repeated}(?:.*\n)*The server checks the limit`), "limit", "replayed"),
  ],
};
