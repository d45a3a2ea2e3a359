import { code, joined, type Markdown, text } from "@proviso/emitters/markdown";

/** What GitHub makes a link of: issue, commit, emoji. `text` handles addresses and people. */
const reference = /#\d|\bGH-\d|\b[0-9a-f]{7,40}\b|:[\w+-]+:/i;

/** Contract text on one line of a comment or a changelog: no markup, no link, no mention. */
export function inert(said: string): Markdown {
  const words = said.split(" ").map((word) => (reference.test(word) ? code(word) : text(word)));
  return joined(words, " ");
}
