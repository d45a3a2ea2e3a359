import type { CallToApprove, SetCall } from "@proviso/server/extension";

/** A call that waits for a person, with what a set says of it. */
export interface CollectedCall extends CallToApprove {
  readonly inSet: SetCall;
}
