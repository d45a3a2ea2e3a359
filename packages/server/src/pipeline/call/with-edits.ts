import type { Edit } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";

/** Adds to the outcome of a narrowed call what an approver has changed. */
export function withEdits<Told extends Outcome>(outcome: Told, edited: readonly Edit[]): Told {
  return outcome.kind === "unknown_tool" || outcome.kind === "input_required"
    ? outcome
    : { ...outcome, edited };
}
