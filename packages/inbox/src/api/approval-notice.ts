import type { RiskLevel } from "@proviso/manifest";
import type { Approval } from "./approval.ts";

/** Says to people that a call waits; with `approval.mandate`, that one ran without a question. */
export interface ApprovalNotice {
  readonly id: string;
  /** The page of the approval, if the server knows where the inbox is. */
  readonly url?: string;
  readonly tool: string;
  readonly title: string;
  /**
   * The sentence of the contract's `summary`, with the call's values. Absent if the contract has none: then the author has said of no
   * argument that it may leave the page.
   */
  readonly summary?: string;
  readonly riskLevel: RiskLevel;
  /** Everything else, with all arguments: think of who reads what is sent. */
  readonly approval: Approval;
}

/** A way to people, such as `webhook({ … })`. */
export interface ApprovalNotifier {
  /** For reports of failures. */
  readonly name: string;
  /** Rejects if it is not delivered; then it is tried again. */
  notify(notice: ApprovalNotice, signal: AbortSignal): Promise<void>;
}
