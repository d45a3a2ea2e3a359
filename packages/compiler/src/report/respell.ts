import type { Fix } from "./diagnostic.ts";
import type { Span } from "./source.ts";

/** The fix for an unquoted word that differs from the right one only by case, `_` and `-`. */
export function respell(span: Span, written: string, meant: string | undefined): Fix | undefined {
  const isSame = meant !== undefined && bareWord(written) === bareWord(meant);
  return isSame && isVerbatim(span, written) ? replaceBy(span, meant) : undefined;
}

function bareWord(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, "");
}

/** Whether a value is written without quotes and escapes: then it is as long as its text. */
function isVerbatim({ start, end }: Span, written: string): boolean {
  return end - start === written.length;
}

export function replaceBy({ start, end }: Span, text: string): Fix {
  return { title: `write \`${text}\``, edits: [{ start, end, text }] };
}

const spokenName: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  true: true,
  no: false,
  off: false,
  false: false,
};

/** The boolean that a word of YAML 1.1 such as `yes` means. */
export function spokenFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return Object.hasOwn(spokenName, word) ? spokenName[word] : undefined;
}
