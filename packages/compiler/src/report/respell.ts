import type { Fix } from "./diagnostic.ts";
import type { Span } from "./source.ts";

/** To write a word as it is meant, where it is the same but for case, `_` and `-`, and stands there without quotes. */
export function respell(span: Span, written: string, meant: string | undefined): Fix | undefined {
  const isSame = meant !== undefined && bare(written) === bare(meant);
  return isSame && isVerbatim(span, written) ? replaceBy(span, meant) : undefined;
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, "");
}

/** A value in quotes, or with escapes, takes another number of characters. */
function isVerbatim({ start, end }: Span, written: string): boolean {
  return end - start === written.length;
}

export function replaceBy({ start, end }: Span, text: string): Fix {
  return { title: `write \`${text}\``, edits: [{ start, end, text }] };
}

const spoken: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  true: true,
  no: false,
  off: false,
  false: false,
};

/** What a text says where true or false belongs; YAML 1.1 took these words for it. */
export function spokenFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return Object.hasOwn(spoken, word) ? spoken[word] : undefined;
}
