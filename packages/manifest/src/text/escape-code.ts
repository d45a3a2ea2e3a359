import { escapeEach, escapeText } from "./escape-text.ts";

/** The backtick, which would end a code span, and its look-alikes. */
const backticks = /[`\u02cb\u1fef\u2035\uff40]/g;

/**
 * Escapes text from outside for a code span in a message. The result is never shorter, so that text
 * can be cut first: of several spaces, each but the last is escaped by itself.
 */
export function escapeCode(text: string): string {
  return escapeText(text.replaceAll(/ (?= )/g, "\\u{20}")).replaceAll(backticks, escapeEach);
}
