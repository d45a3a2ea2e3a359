/** What the server's inspector sends; `@proviso/server/inspector` has the same types. */
export type ServerMessage =
  | { readonly kind: "opened"; readonly product: string; readonly tools: readonly OpenedTool[] }
  | { readonly kind: "composed" | "record" | "trace" | "shadow" }
  | { readonly kind: "result"; readonly id: number; readonly outcome: unknown };

export interface OpenedTool {
  readonly name: string;
  /** Hash of the contract. */
  readonly hash: string;
}

/** What the page gets about the server as a whole. */
export interface DevStatus {
  readonly kind: "status";
  readonly state: "building" | "running" | "failed" | "ended";
  /** What happened, in a sentence or two. */
  readonly text: string;
  /** What a failed build or an ended server printed. */
  readonly output?: string;
}
