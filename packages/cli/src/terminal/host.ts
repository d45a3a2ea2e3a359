/** Where a command runs: its folder, its output and its clock. Nothing else of the CLI touches `process`. */
export interface Host {
  readonly cwd: string;
  /** Results, one or more whole lines without the last line end. */
  out(text: string): void;
  /** Findings and progress. */
  err(text: string): void;
  /** Shows what is going on, on a terminal, when it takes long; the next output replaces it. */
  progress(text: string): void;
  /** Runs a Node program in `cwd`, with this terminal; its exit code, or undefined if it was killed. */
  runNode(program: string, words: readonly string[]): Promise<number | undefined>;
  /** Resolves when somebody wants a command to stop that would go on. */
  interrupted(): Promise<void>;
  readonly color: boolean;
  /** Milliseconds, for durations only. */
  elapsedMs(): number;
}
