import { UsageError } from "../terminal/exit-codes.ts";

/** The error for a word of the command line that is not known, with the known one that is spelt most like it. */
export async function unknownWord(
  what: "command" | "option" | "argument",
  word: string,
  known: readonly string[],
): Promise<UsageError> {
  // Loads the compiler only for a mistake.
  const { nearest } = await import("@proviso/compiler");
  const close = nearest(word, known);
  const hint = close === undefined ? "" : `; did you mean \`${close}\`?`;
  return new UsageError(`there is no ${what} \`${word}\`${hint}`);
}
