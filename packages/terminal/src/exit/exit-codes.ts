/** The exit codes of every program. Scripts depend on them: they never change their meaning. */
export const exitCodes = {
  clean: 0,
  /** Something needs attention: contracts, configuration, a broken trail, an invalid decision. */
  findings: 1,
  /** The command line itself is wrong, or names what does not exist. */
  usage: 2,
  /** A bug in Proviso, or an error of a disk or database. */
  internal: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line is wrong. */
export class UsageError extends Error {}

/** Returns the exit code of another program of ours, which uses the same codes. */
export function exitCodeOf(code: number | undefined): ExitCode {
  return Object.values(exitCodes).find((known) => known === code) ?? exitCodes.internal;
}

/** Returns the exit codes for the help of a program that has a word of its own for `findings`. */
export function exitCodesWith(findings: string): Readonly<Record<string, number>> {
  const { clean, usage, internal } = exitCodes;
  return { clean, [findings]: exitCodes.findings, usage, internal };
}
