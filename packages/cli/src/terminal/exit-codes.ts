/** The exit codes. Scripts depend on them: they never change their meaning. */
export const exitCodes = {
  clean: 0,
  /** The contracts, the configuration or the output need attention. */
  findings: 1,
  /** The command line itself is wrong, or there is no project here. */
  usage: 2,
  /** A bug in proviso, or a disk error. */
  internal: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line is wrong. */
export class UsageError extends Error {}

/** The exit code of another program of ours, which uses the same codes. */
export function exitCodeOf(code: number | undefined): ExitCode {
  return Object.values(exitCodes).find((known) => known === code) ?? exitCodes.internal;
}
