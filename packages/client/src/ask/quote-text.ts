import { escapeText, imitationNote } from "@proviso/manifest";

/**
 * Puts a text in quotes and escapes it, so that it cannot imitate a number, a list or an escape.
 * Characters that look like others are named after the text.
 */
export function quoteText(text: string): string {
  const quoted = `"${escapeText(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
  const note = imitationNote(text);
  return note === "" ? quoted : `${quoted} ${note}`;
}
