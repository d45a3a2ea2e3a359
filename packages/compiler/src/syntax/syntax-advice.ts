import type { Fix } from "../report/diagnostic.ts";
import storedAdvices from "./syntax-advices.json" with { type: "json" };

/** Explains a YAML syntax error in the terms of a contract's author. */
export interface SyntaxAdvice {
  readonly problem: string;
  readonly instead?: string;
  readonly fix?: Fix;
}

/** The position to explain: an open bracket or quote, else the first rejected character. */
export type SyntaxPlace = "opening" | "character";

interface YamlAdvice extends SyntaxAdvice {
  /** A regular expression for the message of the YAML library. */
  readonly libraryMessage: string;
  readonly place?: SyntaxPlace;
}

const yamlAdvices = storedAdvices as readonly YamlAdvice[];

/** Advice about invalid YAML at the offset of the parser's error. */
export function adviseOnSyntax(
  message: string,
  yamlText: string,
  offset: number,
): SyntaxAdvice & { readonly place?: SyntaxPlace } {
  // The most frequent mistake: `{ to: string[] }`.
  if (yamlText.startsWith("[]", offset) && yamlText[offset - 1] === "}") return { problem: listOfMaps };
  if (yamlText.startsWith("[]", offset)) return listTypeInBraces(yamlText, offset);
  const advice = yamlAdvices.find(({ libraryMessage }) => new RegExp(libraryMessage, "i").test(message));
  if (advice) {
    const { libraryMessage: _says, ...said } = advice;
    return said;
  }
  const first = message.split("\n")[0] ?? "";
  return { problem: first.charAt(0).toLowerCase() + first.slice(1) };
}

const listOfMaps =
  "a list of objects is written `{ type: array, items: { author: string } }`, or as `NAME[]` with the object under `types`";

function listTypeInBraces(yamlText: string, offset: number): SyntaxAdvice {
  const problem = 'inside braces a list type is quoted: `"string[]"`';
  const start =
    offset - (/(?<=[:,[] *)[A-Za-z(][^:,{}"'#\n]*$/.exec(yamlText.slice(0, offset))?.[0].length ?? 0);
  const end = offset + (/^[^:,{}"'#\n]*?(?= *[,}])/.exec(yamlText.slice(offset))?.[0].length ?? 0);
  if (start === offset || end === offset) return { problem };
  const edits = [start, end].map((place) => ({ start: place, end: place, text: '"' }));
  return { problem, fix: { title: "quote the type", edits } };
}

interface PlacedAdvice extends SyntaxAdvice {
  readonly start: number;
  readonly end: number;
}

/** A character that looks like a space and is none in YAML, in this line or the one before. */
export function oddSpaceIn(yamlText: string, offset: number): PlacedAdvice | undefined {
  const from = yamlText.lastIndexOf("\n", yamlText.lastIndexOf("\n", offset - 1) - 1) + 1;
  const line = yamlText.slice(from, (yamlText.indexOf("\n", offset) + 1 || yamlText.length + 1) - 1);
  const match = /(?<=^\s*|[:,-])(?:(?! )\p{Zs})+/mu.exec(line);
  if (!match) return undefined;
  const [start, end] = [from + match.index, from + match.index + match[0].length];
  const edits = [{ start, end, text: " ".repeat(match[0].length) }];
  const name = `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    problem: `this only looks like a space: it is ${name}`,
    fix: { title: "write a space", edits },
    start,
    end,
  };
}

/** The first line of a merge conflict marker. */
export function mergeConflictIn(yamlText: string): PlacedAdvice | undefined {
  const match = /^<{7} .*$/m.exec(yamlText);
  if (!match) return undefined;
  const { index: start } = match;
  return {
    problem: "a merge conflict is left here; keep one of the versions",
    start,
    end: start + match[0].length,
  };
}
