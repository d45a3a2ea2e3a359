/**
 * What a pause stops, as text: `all`, `tool:emails.bulk_send`, `domain:emails`, `effect:sends`
 * (every tool with such an effect) or `tenant:acme` (every call of that tenant).
 */
export type PauseScope = string;

/** A scope that an operator stopped. It is kept for a while after it was resumed, because it has ended approvals. */
export interface Pause {
  readonly scope: PauseScope;
  /** Pauses are numbered: a pause ends the approvals that were asked for before it, whatever the clocks say. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly resumed?: number;
  readonly by: string;
  readonly reason?: string;
}

/** Every pause, newest number last. */
export interface PauseList {
  readonly last: number;
  /** How many pauses were made since the list is sealed. Absent in a list of an earlier version, which is not. */
  readonly count?: number;
  readonly pauses: readonly Pause[];
}

export interface PauseOptions {
  readonly reason?: string;
}

/** The switch with which operators stop calls. The caller of a tool never gets to it. */
export interface PauseSwitch {
  /** Lists the current pauses. */
  list(): Promise<readonly Pause[]>;
  /** Stops calls, and ends the pending approvals of those calls. Throws a TypeError for a scope that stops nothing. */
  pause(scope: PauseScope, by: { readonly operator: string }, options?: PauseOptions): Promise<void>;
  /** False if it was not paused. */
  resume(scope: PauseScope, by: { readonly operator: string }, options?: PauseOptions): Promise<boolean>;
}
