import type { Fix } from "../../report/diagnostic.ts";
import { type Span, spanInside } from "../../report/source.ts";
import type { FileRule } from "../facts/rule.ts";
import { textsOf } from "../facts/texts.ts";

/** What nearly every text is: quick to see. */
const isPlain = /^[\t\n\r -~]*$/;

const joining = "Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Orya Sinh Taml Telu".split(" ");
let proper: RegExp | undefined;

/**
 * Where some of them belong: emoji that are made of several characters, and scripts that join letters by them. Made when
 * a text first needs it: to list all emoji takes as long as to read several contracts.
 */
function properPlaces(): RegExp {
  const scripts = joining.map((script) => `\\p{sc=${script}}`).join("");
  proper ??= new RegExp(`\\p{RGI_Emoji}|\\p{Emoji}\\ufe0f|(?<=[${scripts}])[\\u200c\\u200d]`, "gv");
  return proper;
}

/** Invisible characters in a row. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** Of the first of them, as in `U+200B`. */
  readonly name: string;
}

/** Controls, and what no font shows: bidirectional and zero-width characters, tags, fillers, variation selectors (UAX 44). */
function hiddenIn(text: string): Run[] {
  const hidden = /(?:(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
  const plain = text.replace(properPlaces(), (match) => "x".repeat(match.length));
  return [...plain.matchAll(hidden)].map(({ 0: run, index }) => {
    const code = (run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return { start: index, end: index + run.length, name: `U+${code}` };
  });
}

/** More than a person would look through; the rest is found when these are gone. */
const mostEdits = 100;

function removalOf(places: readonly Span[]): Fix {
  const edits = places.slice(0, mostEdits).map(({ start, end }) => ({ start, end, text: "" }));
  return { title: "remove what is invisible", edits };
}

export const hiddenCharacter: FileRule = {
  code: "lint/hidden-character",
  scope: "file",
  severity: "error",
  summary: "A contract holds no character that a reviewer cannot see and a model can read.",
  check(file, report) {
    for (const { text, span, textSpan } of textsOf(file)) {
      const [first, ...others] = isPlain.test(text) ? [] : hiddenIn(text);
      if (!first) continue;
      const place = (run: Run): Span | undefined => textSpan && spanInside(textSpan, run.start, run.end);
      const places = [first, ...others].flatMap((run) => place(run) ?? []);
      report(
        `the invisible character ${first.name} is in this text`,
        place(first) ?? span,
        "remove it; nobody who reads the contract can see what it does",
        places.length === 0 ? undefined : removalOf(places),
      );
    }
  },
};
