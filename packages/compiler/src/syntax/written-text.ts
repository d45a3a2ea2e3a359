import { type Span, spanInside } from "../report/source.ts";

/** A text and how it is written: verbatim on one line (`textSpan`), else `written`. */
export interface WrittenText {
  readonly text: string;
  readonly span: Span;
  readonly textSpan?: Span;
  /** What stands at `span`: a text of several lines, or with escapes. */
  readonly written?: string;
}

/** Where the part of a text from `from` to `to` is written; the whole if that is unknown. */
export function placeWithin(
  { text, span, textSpan, written = "" }: WrittenText,
  from: number,
  to: number,
): Span {
  if (textSpan) return spanInside(textSpan, from, to);
  const places = placesOf(text, written);
  const [start, last] = [places[from], places[to - 1]];
  if (start === undefined || last === undefined) return span;
  const before = written.slice(0, start).split("\n");
  const inside = written.slice(start, last + 1).split("\n");
  const line = span.line + before.length - 1;
  const column = (before.at(-1) ?? "").length + (before.length === 1 ? span.column : 1);
  const length = (inside.at(-1) ?? "").length;
  return {
    ...span,
    start: span.start + start,
    end: span.start + last + 1,
    line,
    column,
    endLine: line + inside.length - 1,
    endColumn: inside.length === 1 ? column + length : length + 1,
  };
}

/** Where each character of a text is written, up to one that is not written as itself. */
function placesOf(text: string, written: string): number[] {
  const places: number[] = [];
  // The header of a block, with what may be said beside it.
  let at = /^[|>].*\n|^["']?/.exec(written)?.[0].length ?? 0;
  for (const character of text) {
    const isSpace = /\s/.test(character);
    if (!isSpace) at += /^\s*/.exec(written.slice(at))?.[0].length ?? 0;
    // `\"` and `''`: the second of the two is what is meant.
    const isEscape = /^(\\["\\]|'')/.test(written.slice(at, at + 2)) && written[at + 1] === character;
    if (isEscape && (written.startsWith('"') || written.startsWith("'"))) at += 1;
    if (!isSpace && !written.startsWith(character, at)) break;
    for (let unit = 0; unit < character.length; unit += 1) places.push(at + unit);
    if (!isSpace || /\s/.test(written[at] ?? "")) at += character.length;
  }
  return places;
}
