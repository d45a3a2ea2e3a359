import type { Edit } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";

/** The outcome of a narrowed call, which says what an approver has changed. */
export function withEdits<Told extends Outcome>(outcome: Told, edited: readonly Edit[]): Told {
  return outcome.kind === "unknown_tool" || outcome.kind === "input_required"
    ? outcome
    : { ...outcome, edited };
}
