/** What the process ends with. Scripts depend on these numbers: they never change their meaning. */
export const exitCodes = {
  clean: 0,
  /** The trail is broken. */
  broken: 1,
  /** The command line itself is wrong, or there is no such trail. */
  usage: 2,
  /** A bug of ours, or a disk or database that refuses. */
  internal: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line asks for something that there is not. */
export class UsageError extends Error {}
