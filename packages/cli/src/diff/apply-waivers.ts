import type { Diagnostic } from "@proviso/compiler";
import type { Change } from "@proviso/compiler/diff";
import type { Located, Waiver } from "../config/config.ts";
import { waiverErrors } from "./problems.ts";

/** A change, and the waiver that accepts it. */
export interface WaivedChange extends Change {
  readonly waived?: Pick<Waiver, "reason" | "expires">;
}

/** Each waiver accepts at most one change. One that accepts none, or no longer, is a finding. `today` is `2027-01-31`. */
export function applyWaivers(
  changes: readonly Change[],
  waivers: readonly Located<Waiver>[],
  today: string,
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
    return waiver ? { ...change, waived: { reason: waiver.reason, expires: waiver.expires } } : change;
  });
  return { changes: all, diagnostics };
}
