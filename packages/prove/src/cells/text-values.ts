import type { JsonObject } from "@proviso/manifest";
import type { Ask, TextSearch } from "./ask.ts";
import { fitting, literalsIn, subsets, type Values, type Walk } from "./found-values.ts";
import { invalidAt } from "./invalid-at.ts";
import { numberPoints } from "./points.ts";
import { numberOf, sampleText } from "./sample.ts";

/** Letters that texts are filled with: the first that no text of the condition has. */
const fillers = "xqzjkvwyfbghmnpuclrsdtoaie0123456789-_";
const maxSearched = 5;
const longestText = 100_000;
/** Characters of all texts together. */
const maxLetters = 5_000_000;

/** What makes most texts valid that have to have a format. */
const endings: Readonly<Record<string, string>> = { email: "@example.org", uri: "://example.org/" };

/**
 * Texts for each cell: each text of the condition, and texts made of a start, parts, and an end that it looks for, kept apart by a letter
 * that none of them has. Whatever a text starts with, holds and ends with, such a text does the same, unless it has to be shorter.
 */
export function textValues(schema: JsonObject, asks: readonly Ask[], walk: Walk): Values {
  const texts = literalsIn(asks).filter((literal) => typeof literal === "string");
  const searched = (kind: TextSearch): readonly string[] => [
    ...new Set(asks.flatMap(({ of }) => (of.kind === kind ? [of.text] : []))),
  ];
  const [starts, parts, ends] = [searched("startsWith"), searched("contains"), searched("endsWith")];
  const whole = { ...schema, $defs: walk.root["$defs"] ?? {} };
  const valid = texts.filter((text) => !invalidAt(whole, text));
  const filler = fillerFor([...texts, ...starts, ...parts, ...ends]);
  if (filler === undefined) return { values: valid, gap: "it compares with texts that use every letter" };
  const sizes = asks.flatMap(({ of }) => (of.kind === "size" ? [of.size] : []));
  const isSearched = starts.length + parts.length + ends.length > 0;
  const usual = sampleText(schema);
  if (!isSearched && sizes.length === 0)
    return { values: [...valid, usual, filler.repeat(usual.length + 1)] };
  const cores = isSearched ? coresOf(starts, parts, ends, filler) : [[usual, ""] as const];
  const [low, high] = [numberOf(schema["minLength"]) ?? 0, numberOf(schema["maxLength"]) ?? Infinity];
  const points = numberPoints({ minimum: low, maximum: high }, sizes, true);
  const lengths = points.filter((length) => length <= longestText);
  const longest = Math.max(...cores.map(([start, end]) => lengthOf(start + end)));
  const lengthsOf = (core: number): readonly number[] =>
    sizes.length > 0 ? lengths : [Math.min(longestText, Math.max(low, core))];
  const { kept: values, isCut } = fitting(
    allTexts(cores, lengthsOf, filler),
    maxLetters,
    (text) => text.length + 100,
  );
  // Where the text has to be shorter than what is looked for, starts and ends may overlap.
  const isTight = [high, ...sizes.filter((size) => size >= low).map((size) => Math.max(low, size - 1))].some(
    (size) => size < longest,
  );
  const gap =
    [low, ...sizes].some((size) => size >= longestText && size <= high) || parts.length > maxSearched || isCut
      ? "it asks about too many texts, or too long ones"
      : isSearched && isTight
        ? "it looks for texts that are longer than the text may be"
        : undefined;
  const ending = endings[String(schema["format"])];
  const extra = ending === undefined ? [] : values.map((text) => text + ending);
  const plain = isSearched ? [] : lengths.map((length) => filler.repeat(length));
  const all = [...valid, usual, ...values, ...plain, ...extra];
  return { values: all, ...(gap === undefined ? {} : { gap }) };
}

function* allTexts(
  cores: readonly (readonly [string, string])[],
  lengthsOf: (core: number) => readonly number[],
  filler: string,
): Generator<string, void> {
  for (const [start, end] of cores)
    for (const length of lengthsOf(lengthOf(start + end))) yield* padded(start, end, filler, length);
}

function fillerFor(texts: readonly string[]): string | undefined {
  return [...fillers].find((letter) => !texts.some((text) => text.includes(letter)));
}

/** Every start, set of parts and end: as what is before the filling, and after it. */
function coresOf(
  starts: readonly string[],
  parts: readonly string[],
  ends: readonly string[],
  filler: string,
): readonly (readonly [string, string])[] {
  const sets = subsets(parts.slice(0, maxSearched));
  return ["", ...starts].flatMap((start) =>
    sets.flatMap((set) =>
      ["", ...ends].map((end) => [[start, ...set].map((text) => text + filler).join(""), end] as const),
    ),
  );
}

/** A text of at least this length. Shorter ones are cut only where nothing is looked for. */
function padded(start: string, end: string, filler: string, length: number): readonly string[] {
  const missing = length - lengthOf(start + end);
  if (missing >= 0) return [start + filler.repeat(missing) + end];
  return end === "" ? [[...start].slice(0, length).join("")] : [];
}

/** In characters, as JSON Schema and CEL count. */
function lengthOf(text: string): number {
  return [...text].length;
}
