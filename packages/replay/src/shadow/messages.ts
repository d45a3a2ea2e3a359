import type { Manifest } from "@proviso/manifest";
import type { AuditEntry, CallerFacts } from "@proviso/server/gate";
import type { VerdictKind } from "../fold/verdict.ts";
import type { Decision, Doubt } from "../trail/recorded-call.ts";

/** What a shadow's thread is started with. */
export interface ShadowStart {
  /** The candidate: a folder, or contracts that were compiled already. */
  readonly contracts: string | Manifest;
  /** The enforced contracts. */
  readonly was: Manifest;
  readonly env: string;
  readonly hasInbox: boolean;
  /** Where differences are appended, as JSON lines. */
  readonly file?: string;
}

/** What the thread judges next. */
export interface Batch {
  readonly records: readonly AuditEntry[];
  /** Facts of callers whose records were left out. */
  readonly facts: readonly (readonly [caller: string, facts: CallerFacts])[];
  /** The tools of calls that were left out. */
  readonly lost: readonly string[];
}

/** A call as both contracts decide it. It holds no argument. */
export interface JudgedLive {
  readonly call: string;
  /** ISO 8601. */
  readonly time: string;
  readonly tool: string;
  readonly principal?: string;
  readonly verdict: VerdictKind;
  /** In `now-refused` and `other-plan`: the failure code. */
  readonly code?: string;
  readonly doubt?: Doubt;
  readonly was: Decision;
}

/** From the thread. `ready` lists the tools whose contract is the enforced one: their calls need no judge. */
export type ShadowMessage =
  | { readonly kind: "ready"; readonly unchanged: readonly string[] }
  | { readonly kind: "judged"; readonly calls: readonly JudgedLive[] }
  | { readonly kind: "problem"; readonly text: string };
