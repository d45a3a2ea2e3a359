import { escapeText } from "@proviso/manifest";

/** Escaped and in quotes, with quotes and backslashes escaped, so that no text can imitate a number, a list or an escape. */
export function quoteText(text: string): string {
  return `"${escapeText(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
}
