/** The exit codes. Scripts depend on them: they never change their meaning. */
export const exitCodes = {
  clean: 0,
  /** The trail is broken. */
  broken: 1,
  /** The command line is wrong, or there is no such trail. */
  usage: 2,
  /** A bug, or an error of a disk or database. */
  internal: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line is wrong. */
export class UsageError extends Error {}
