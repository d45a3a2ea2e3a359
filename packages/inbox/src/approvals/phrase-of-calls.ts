import { fingerprint } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";

/** Whether somebody typed a phrase. Telephones begin with a capital. */
export function isPhrase(typed: string | undefined, phrase: string): boolean {
  return typed?.trim().toLowerCase() === phrase.toLowerCase();
}

/** What to type to approve these calls at once, as shown; undefined if each needs a yes. */
export function phraseOfCalls(
  approvals: readonly Pick<Approval, "id" | "revision" | "shown">[],
): string | undefined {
  if (approvals.every(({ shown }) => shown.phrase === undefined)) return undefined;
  const digest = fingerprint(approvals.map(({ id, revision = 0 }) => [id, revision]));
  return `approve ${approvals.length} ${digest.slice(0, 6)}`;
}
