import { UsageError } from "@proviso/terminal";

/** The error for an unknown word of the command line, with the most similar known word. */
export async function unknownWord(
  what: "command" | "option" | "argument",
  word: string,
  known: readonly string[],
): Promise<UsageError> {
  // Imported late: the compiler is needed only for a mistake.
  const { nearest } = await import("@proviso/compiler");
  const close = nearest(word, known);
  const hint = close === undefined ? "" : `; did you mean \`${close}\`?`;
  return new UsageError(`there is no ${what} \`${word}\`${hint}`);
}
