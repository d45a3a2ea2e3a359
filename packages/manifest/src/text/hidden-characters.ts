import { escapeEach } from "./escape-text.ts";

/** What nearly every text is: quick to see. */
const isPlainText = /^[\t\n\r -~]*$/;

const joiningScripts = "Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Orya Sinh Taml Telu".split(" ");
let properHidden: RegExp | undefined;

/**
 * Where some of them belong: emoji of several characters, and scripts that join letters by them.
 * Made when first needed: listing all emoji takes as long as reading several contracts.
 */
function properPlaces(): RegExp {
  const scripts = joiningScripts.map((script) => `\\p{sc=${script}}`).join("");
  properHidden ??= new RegExp(`\\p{RGI_Emoji}|\\p{Emoji}\\ufe0f|(?<=[${scripts}])[\\u200c\\u200d]`, "gv");
  return properHidden;
}

/** Invisible characters in a row. */
export interface HiddenRun {
  readonly start: number;
  readonly end: number;
  /** Of the first of them, as in `U+200B`. */
  readonly name: string;
}

/** Controls, and what no font shows: bidi, zero-width, tags, fillers, variation selectors. */
export function hiddenIn(text: string): HiddenRun[] {
  if (isPlainText.test(text)) return [];
  const hidden = /(?:(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
  const plain = text.replace(properPlaces(), (match) => "x".repeat(match.length));
  return [...plain.matchAll(hidden)].map(({ 0: run, index }) => {
    const code = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return { start: index, end: index + run.length, name: `U+${code}` };
  });
}

/**
 * Shows hidden characters as `\u{hex}`, so that a text hides nothing and commands no terminal. Line
 * ends and tabs stay; see `escapeText` for texts that must stay on one line.
 */
export function escapeHidden(text: string): string {
  const whole = text.toWellFormed().replaceAll(/\r(?!\n)/g, "\\u{d}");
  let shown = "";
  let from = 0;
  for (const { start, end } of hiddenIn(whole)) {
    shown += whole.slice(from, start) + escapeEach(whole.slice(start, end));
    from = end;
  }
  return shown + whole.slice(from);
}
