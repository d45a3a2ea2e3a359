/** The command line is wrong: exit code 2, with a sentence that says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
