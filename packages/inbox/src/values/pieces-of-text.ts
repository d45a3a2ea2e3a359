import { escapeText, imitationsIn } from "@proviso/manifest";

/**
 * A part of a text as a person sees it. space: uncounted spaces. hidden: invisible, or moves the
 * text around it. doubtful: could be taken for another character. break: a line ends.
 */
export interface Piece {
  readonly kind: "plain" | "space" | "hidden" | "doubtful" | "break";
  readonly text: string;
  /** The text shown for a hidden piece, and beside a doubtful one. */
  readonly label: string;
}

/** A letter with at most two harmless marks, spaces, a line end, or any other character. */
const units = /\r?\n| +|\p{L}(?:(?![\p{Me}\u0334-\u0338\u20d0-\u20f0])\p{M}){0,2}|[^]/gu;

/** Splits a text: each character is visible or named. Joined, the pieces are the text. */
export function piecesOfText(text: string): readonly Piece[] {
  const doubtful = imitationsIn(text);
  const pieces: Piece[] = [];
  for (const { 0: unit, index } of text.matchAll(units)) {
    const piece = pieceOf(unit, text, index, doubtful.has(index));
    const last = pieces.at(-1);
    if (piece.kind === "plain" && last?.kind === "plain")
      pieces.splice(-1, 1, { ...last, text: last.text + unit });
    else pieces.push(piece);
  }
  return pieces;
}

/** Spaces before a line, as in a program. More could move the line out of sight. */
const longestIndent = 16;

function pieceOf(unit: string, text: string, index: number, isDoubtful: boolean): Piece {
  if (unit.endsWith("\n")) return { kind: "break", text: unit, label: unit === "\n" ? "↵" : "CR ↵" };
  if (unit.startsWith(" ")) {
    const isPlain = unit === " " && /\S/.test(text[index - 1] ?? "") && /\S/.test(text[index + 1] ?? "");
    const isIndent = text[index - 1] === "\n" && /\S/.test(text[index + unit.length] ?? "");
    if (isPlain || (isIndent && unit.length <= longestIndent)) return plain(unit);
    return { kind: "space", text: unit, label: unit === " " ? "space" : `${unit.length} spaces` };
  }
  if (escapeText(unit) !== unit) return { kind: "hidden", text: unit, label: codePoints(unit) };
  return isDoubtful ? { kind: "doubtful", text: unit, label: codePoints(unit) } : plain(unit);
}

function plain(text: string): Piece {
  return { kind: "plain", text, label: "" };
}

function codePoints(text: string): string {
  return Array.from(text, (each) => `U+${hexOf(each)}`).join(" ");
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

const scripts = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Chinese", /\p{Script=Han}/u],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
] as const;
const otherScripts = new RegExp(
  `(?!\\p{Script=Latin}|${scripts.map(([, { source }]) => source).join("|")})\\p{L}`,
  "u",
);

/** The scripts of a text other than Latin. */
export function scriptsOf(text: string): readonly string[] {
  const named = scripts.filter(([, letters]) => letters.test(text)).map(([name]) => name);
  return otherScripts.test(text) ? [...named, "other"] : named;
}

/** Whether part of the text is shown from right to left. */
export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
}
