/** A command's environment: folder, output, clock. Nothing else in the CLI uses `process`. */
export interface CliHost {
  readonly cwd: string;
  /**
   * Results, one or more whole lines without the last line end. Whatever is not marked as our own
   * style is escaped. `commands`: lines for a CI runner, in which the data is escaped.
   */
  out(text: string, holds?: "commands"): void;
  /** Findings and progress. */
  err(text: string): void;
  /** Shows progress on a terminal if a command takes long; the next output replaces it. */
  progress(text: string): void;
  /** Runs a Node program in `cwd` on this terminal; its exit code, or undefined if killed. */
  runNode(program: string, words: readonly string[]): Promise<number | undefined>;
  /** Resolves when the user asks a running command to stop. */
  interrupted(): Promise<void>;
  /** Asks at the terminal; the trimmed answer, undefined after Ctrl-C. Absent without terminal. */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** `npm_config_user_agent`: the starting package manager, such as `pnpm/12.0.0 node/v24`. */
  readonly userAgent?: string;
  /** `npm_lifecycle_script`: the text of the script that started this program, such as `proviso generate && tsc`. */
  readonly script?: string;
  /** The command goes on after this output, so no next command is named. */
  readonly keepsRunning?: true;
  readonly color: boolean;
  /** Of the terminal that shows results; undefined if they go elsewhere. */
  readonly columns?: number | undefined;
  readonly nodeVersion: string;
  /** Milliseconds, for durations only. */
  elapsedMs(): number;
}
