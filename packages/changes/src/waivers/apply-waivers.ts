import type { Diagnostic } from "@proviso/compiler";
import type { Change } from "../diff/facts/change.ts";
import type { LocatedWaiver, Waiver } from "./waiver.ts";
import { waiverErrors } from "./problems.ts";

/** A change, and the waiver that accepts it. */
export interface WaivedChange extends Change {
  readonly waived?: Waived;
}

interface Waived extends Pick<Waiver, "reason" | "expires"> {
  /** Whether the earlier state lacks the waiver: who changed the contract wrote it, too. */
  readonly isNew?: true;
}

/**
 * Each waiver accepts at most one change. One that accepts none, or no longer, is a finding. `today` is `2027-01-31`; `earlier` are
 * the waivers of the state that is compared with, if it has any.
 */
export function applyWaivers(
  changes: readonly Change[],
  waivers: readonly LocatedWaiver[],
  today: string,
  earlier?: readonly Waiver[],
): { readonly changes: readonly WaivedChange[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const waived = new Map<Change, Waiver>();
  for (const { value: waiver, span } of waivers) {
    const { id, fingerprint, expires } = waiver;
    const change = changes.find(
      (each) => each.id === id && each.fingerprint === fingerprint && !waived.has(each),
    );
    if (expires < today) diagnostics.push(waiverErrors.at(span, "expired", waiver));
    else if (change) waived.set(change, waiver);
    else diagnostics.push(waiverErrors.at(span, "stale", waiver));
  }
  const all = changes.map((change): WaivedChange => {
    const waiver = waived.get(change);
    if (!waiver) return change;
    const { reason, expires } = waiver;
    const isNew = earlier !== undefined && !earlier.some((each) => isSame(each, waiver));
    return { ...change, waived: { reason, expires, ...(isNew ? { isNew } : {}) } };
  });
  return { changes: all, diagnostics };
}

function isSame(one: Waiver, other: Waiver): boolean {
  return (["id", "fingerprint", "reason", "expires"] as const).every((field) => one[field] === other[field]);
}
