import type { Approvals, ApprovalsPlug } from "@proviso/server/gate";
import type { RecordedCall } from "../trail/recorded-call.ts";

/** Approvals that were given outside of the client, as the trail tells them. `approved` is the current call once a person said yes. */
export function recordedApprovals(approved: () => RecordedCall | undefined): ApprovalsPlug {
  const approvals: Approvals = {
    // The channel changes no verdict: a question here and one in the inbox are both `asked`.
    from: "critical",
    async answer() {
      const call = approved();
      if (!call) return { kind: "wait", refusal: { code: "approval_pending", message: "" } };
      const askedAt = new Date(call.at).toISOString();
      return { kind: "run", use: async () => ({ request: call.id, askedAt, approvers: [] }) };
    },
    withdraw: async () => undefined,
    async narrowed({ fingerprint }, fits) {
      const { id, input = {}, narrowed } = approved() ?? {};
      if (id === undefined || narrowed === undefined || !fits(narrowed)) return undefined;
      return { approval: id, input: narrowed, asked: { input, fingerprint }, edits: [] };
    },
    callers: { stateOf: async () => undefined },
    waiting: async () => 0,
    readAgain: async () => 0,
    news: async () => [],
    endPaused: async () => {},
  };
  return {
    open: () => approvals,
    mount: () => Promise.reject(new TypeError("a replay has no pages")),
  };
}
