import { escapeText, imitationNote } from "@proviso/manifest";

/**
 * Escaped and in quotes, with quotes and backslashes escaped, so that no text can imitate a number, a list or an escape. Characters
 * that look like others are named after it.
 */
export function quoteText(text: string): string {
  const quoted = `"${escapeText(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
  const note = imitationNote(text);
  return note === "" ? quoted : `${quoted} ${note}`;
}
