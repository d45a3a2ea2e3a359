/**
 * Characters that are invisible, that move the text around them, or that imitate a frame: control, format, bidi, zero-width and
 * ignorable characters, every space but U+0020, unassigned characters, the blank Braille pattern, and box-drawing characters.
 */
const unseenCharacters =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2500-\u259f]|(?! )\p{Zs}/gu;
/** Combining marks that strike a character out or enclose it: U+0334 to U+0338, those for symbols, and others. */
const alteringMarks = /[\p{Me}\u0334-\u0338\u20d0-\u20f0]/gu;
/** Combining marks without a letter, and all but two of those on one letter: they could cover the lines around them. */
const looseMarks = /(?<![\p{L}\p{M}])\p{M}+|(?<=\p{M}{2})\p{M}+/gu;
const unusualSpaces = / {2,}/g;

/**
 * Makes text from outside safe to show to a person: it stays on one line, hides nothing and does not command a terminal. An escaped
 * character is `\u{hex}`; n spaces in a row are `\u{20}{n}`.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll(unseenCharacters, escapeEach)
    .replaceAll(alteringMarks, escapeEach)
    .replaceAll(looseMarks, escapeEach)
    .replaceAll(unusualSpaces, (run) => `\\u{20}{${run.length}}`);
}

/** Each character as `\u{hex}`. */
export function escapeEach(characters: string): string {
  return Array.from(characters, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join("");
}

const latin = /\p{Script=Latin}/u;
const letterOfOtherScript = /(?!\p{Script=Latin})\p{L}/u;
/** Characters that separate the parts of an address, a path or a file name, and what looks like them. */
const separated = /[\p{L}\p{N}][@./:\\\u2024\u2044\u2215\uff0e\uff0f\uff20]+[\p{L}\p{N}]/u;
/** Latin letters that no language of many readers is written with, such as phonetic ones. */
const rareLatin = /(?![a-zA-Z\u00aa-\u024f\u1e00-\u1eff])\p{Script=Latin}/u;

/** Symbols that look like ASCII punctuation: a click letter like an exclamation mark, a minus sign like a hyphen. */
const likePunctuation =
  /[\u01c0-\u01c3\u02d0\u02f8\u066a-\u066d\u2024\u2044\u204e\u2053\u2212\u2215-\u2217\u2223\u2236\u223c\u2571\u2572\u29f5\u29f8\u29f9\ua4f8\ua4fd\ua789\ua78a]/u;
/** Full stops and commas of other scripts between Latin letters or digits, where browsers read some of them as a dot. */
const stopsInside = /(?<=[A-Za-z\d])[\u0589\u05c3\u06d4\u201a\u3001\u3002\uff61\uff64](?=[A-Za-z\d])/gu;

/** Indexes of the characters of a text that a reader could take for others. */
export function imitationsIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (/^[\0-\u007f]*$/.test(text)) return found;
  const mark = (at: number, within: string, isDoubtful: (character: string) => boolean): void => {
    for (const { 0: character, index } of within.matchAll(/[^]/gu))
      if (isDoubtful(character)) found.add(at + index);
  };
  mark(0, text, isImitation);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (latin.test(word)) mark(index, word, (character) => letterOfOtherScript.test(character));
  for (const { 0: token, index } of text.matchAll(/\S+/gu))
    if (/[a-z]/i.test(token) && separated.test(token))
      mark(index, token, (character) => character > "\u007f");
  for (const { index } of text.matchAll(stopsInside)) found.add(index);
  return found;
}

/** Other forms of ASCII characters (full width, mathematical), rare Latin letters, and digits of other scripts. */
function isImitation(character: string): boolean {
  if (character <= "\u007f") return false;
  return (
    /^[!-~]$/.test(character.normalize("NFKC")) ||
    [rareLatin, likePunctuation, /\p{Nd}/u].some((each) => each.test(character))
  );
}

const maxNamed = 8;

/** Names the characters of a text that look like others, to be written after it; empty if there are none. */
export function imitationNote(text: string): string {
  const all = new Set([...imitationsIn(text)].map((index) => text.codePointAt(index) ?? 0));
  if (all.size === 0) return "";
  const named = [...all]
    .slice(0, maxNamed)
    .map((each) => `U+${each.toString(16).toUpperCase().padStart(4, "0")}`);
  const more = all.size > maxNamed ? ` and ${all.size - maxNamed} more` : "";
  return `(look-alikes: ${named.join(", ")}${more})`;
}
