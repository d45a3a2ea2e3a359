import type { PrunedMark } from "./pruned-mark.ts";

/** The removed records of a writer. */
export interface PrunedChain {
  /** The marks that take the place of its segments, in order. */
  readonly marks: readonly PrunedMark[];
  /** The number of the last removed record; 0 to replace all marks that are there. */
  readonly after: number;
}

/** Removes the beginning of chains from a store. */
export interface Pruner {
  /**
   * Puts each mark in the place of the records up to it. A crash between two leaves a trail that is
   * intact. With `keepAnchors` earlier marks stay, otherwise the newest alone.
   */
  prune(chains: readonly PrunedChain[], keepAnchors: boolean): Promise<void>;
  close(): Promise<void>;
}
