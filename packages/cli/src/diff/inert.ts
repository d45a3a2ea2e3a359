import { code, joined, type Markdown, text } from "@proviso/emitters/markdown";

/** What GitHub makes a link of: issue, commit, emoji. `text` handles addresses and people. */
const reference = /#\d|\bGH-\d|\b[0-9a-f]{7,40}\b|:[\w+-]+:/i;

/** A value that a message shows, in backticks with a word boundary on both sides. */
const shownValue = /(?<![^\s("'])(`[^`]+`)(?![^\s.,;:!?)"'])/;

/** Contract text on one line of a comment or a changelog: no markup, no link, no mention. */
export function inert(said: string): Markdown {
  const parts = said
    .split(shownValue)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : inertWords(part)));
  return joined(parts, "");
}

function inertWords(said: string): Markdown {
  const words = said.split(" ").map((word) => (reference.test(word) ? code(word) : text(word)));
  return joined(words, " ");
}
