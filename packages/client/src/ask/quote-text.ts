import { escapeText } from "@proviso/manifest";

/** Escaped, and in quotes with quotes and backslashes escaped, so that no text looks like a number, a list or an escape of ours. */
export function quoteText(text: string): string {
  return `"${escapeText(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
}
