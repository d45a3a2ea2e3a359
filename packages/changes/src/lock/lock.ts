import type { Json, JsonObject, Manifest } from "@proviso/manifest";
import type { Change } from "../diff/facts/change.ts";

/** The content of `proviso.lock`: accepted contracts, and who accepted what became looser. */
export interface Lock extends Pick<Manifest, "product" | "wireNames" | "permissions"> {
  /** By name; forbidden tools too. */
  readonly tools: ReadonlyMap<string, LockedTool>;
  /** Of changes that belong to no tool. */
  readonly history: readonly LockEntry[];
}

/** All about a tool in one block, so that branches with other tools change other lines. */
export interface LockedTool {
  /** As `compactContract` stores it. */
  readonly contract: JsonObject;
  /** Whether the tool is gone. Its block stays, to be compared with one that comes back looser. */
  readonly isRemoved: boolean;
  /** The oldest entry comes first. */
  readonly history: readonly LockEntry[];
  /** Who last reviewed the tool and keeps it as it was then. */
  readonly signed?: SignOff;
}

/** A signature under one contract; it stays when the contract changes, and names the one that was signed. */
export interface SignOff extends Pick<LockEntry, "when" | "who"> {
  /** Of the contract. */
  readonly hash: string;
}

/** Changes of one tool that somebody accepted. */
export interface LockEntry {
  /** `2026-11-22T14:50:00.000Z` */
  readonly when: string;
  readonly who: string;
  readonly reason: string;
  readonly changes: readonly AcceptedChange[];
}

export interface AcceptedChange extends Pick<
  Change,
  "id" | "path" | "callers" | "safety" | "model" | "message" | "fingerprint"
> {
  /** What was accepted: this value instead of that one. A value that is absent is left out. */
  readonly before?: Json;
  readonly after?: Json;
}

/** The lock of `proviso.yaml` is `proviso.lock`, beside it. */
export function lockFileOf(configFile: string): string {
  return `${configFile.replace(/\.ya?ml$/, "")}.lock`;
}
