/**
 * What a pause stops, as text: `all`, `tool:emails.bulk_send`, `domain:emails`, `effect:sends`
 * (every tool with such an effect) or `tenant:acme` (every call of that tenant).
 */
export type PauseScope = string;

/** A scope that was stopped, kept for a while after it was resumed: it has ended approvals. */
export interface Pause {
  readonly scope: PauseScope;
  /** Pauses are numbered: one ends the approvals asked for before it, whatever clocks say. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly resumed?: number;
  readonly by: string;
  readonly reason?: string;
}

/** Every pause, newest number last. */
export interface PauseList {
  /** The number of the newest, which is how many were made. */
  readonly last: number;
  readonly pauses: readonly Pause[];
}

export interface PauseOptions {
  readonly reason?: string;
}

/** The switch with which operators stop calls. The caller of a tool never gets to it. */
export interface PauseSwitch {
  /** Lists the current pauses. */
  list(): Promise<readonly Pause[]>;
  /** Stops calls, and ends their pending approvals. Throws a TypeError for an empty scope. */
  pause(scope: PauseScope, by: { readonly operator: string }, options?: PauseOptions): Promise<void>;
  /** False if it was not paused. */
  resume(scope: PauseScope, by: { readonly operator: string }, options?: PauseOptions): Promise<boolean>;
}
