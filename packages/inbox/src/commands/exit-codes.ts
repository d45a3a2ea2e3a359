/** The exit codes. Scripts depend on them: they never change their meaning. */
export const exitCodes = {
  clean: 0,
  /** The decision does not count, nothing was paused, or the keys are not such that they can be rotated or removed. */
  refused: 1,
  /** The command line is wrong, or there is no such state. */
  usage: 2,
  /** A bug, or an error of a disk or database. */
  internal: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line is wrong. */
export class UsageError extends Error {}
