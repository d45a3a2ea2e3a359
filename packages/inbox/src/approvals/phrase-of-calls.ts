import { fingerprint } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";

/** What has to be typed to approve these calls at once, as they are shown; undefined if a yes is enough for each. */
export function phraseOfCalls(
  approvals: readonly Pick<Approval, "id" | "revision" | "shown">[],
): string | undefined {
  if (approvals.every(({ shown }) => shown.phrase === undefined)) return undefined;
  const digest = fingerprint(approvals.map(({ id, revision = 0 }) => [id, revision]));
  return `approve ${approvals.length} ${digest.slice(0, 6)}`;
}
