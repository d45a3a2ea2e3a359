import type { Fix } from "./diagnostic.ts";

/** What is wrong with a text that is no YAML, in the words of somebody who writes contracts. */
export interface SyntaxAdvice {
  readonly problem: string;
  readonly instead?: string;
  readonly fix?: Fix;
}

interface Advice extends SyntaxAdvice {
  /** What the YAML library says. */
  readonly says: RegExp;
}

const advices: readonly Advice[] = [
  {
    says: /^Nested mappings are not allowed in compact mappings/,
    problem: "a value goes on as if it were a field",
    instead: "quote text that holds `: `; the fields of a map begin in the same column",
  },
  {
    says: /^All mapping items must start at the same column/,
    problem: "the fields of a map begin in the same column, and this one does not",
  },
  {
    says: /^All sequence items must start at the same column/,
    problem: "the entries of a list begin in the same column, and this one does not",
  },
  { says: /^Flow map in block|flow map to end with \}/i, problem: "a `{` before this is not closed" },
  {
    says: /^Flow sequence in block|flow sequence to end with \]/i,
    problem: "a `[` before this is not closed",
  },
  { says: /^Missing closing (["'])quote/, problem: "a quoted text before this has no end" },
  {
    says: /^Implicit map keys need to be followed by map values/,
    problem: "this is no field",
    instead: "a field is `name: value`, with a space after the colon",
  },
  {
    says: /^Implicit keys need to be on a single line/,
    problem: "this is no field",
    instead: "a field begins with `name:` on one line",
  },
  {
    says: /^Plain value cannot start with/,
    problem: "text that begins with this character is quoted",
  },
  { says: /^Tabs are not allowed as indentation/, problem: "this is indented with a tab; use spaces" },
];

/** `at` is where the library saw the mistake. */
export function adviseOnSyntax(message: string, text: string, at: number): SyntaxAdvice {
  // By far the most frequent one: `{ to: string[] }`.
  if (text.startsWith("[]", at)) return listTypeInBraces(text, at);
  const advice = advices.find(({ says }) => says.test(message));
  if (advice) {
    const { problem, instead } = advice;
    return instead === undefined ? { problem } : { problem, instead };
  }
  const first = message.split("\n")[0] ?? "";
  return { problem: first.charAt(0).toLowerCase() + first.slice(1) };
}

function listTypeInBraces(text: string, at: number): SyntaxAdvice {
  const problem = 'inside braces a list type is quoted: `"string[]"`';
  const start = at - (/(?<=[:,[] *)[A-Za-z(][^:,{}"'#\n]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const end = at + (/^[^:,{}"'#\n]*?(?= *[,}])/.exec(text.slice(at))?.[0].length ?? 0);
  if (start === at || end === at) return { problem };
  const edits = [start, end].map((place) => ({ start: place, end: place, text: '"' }));
  return { problem, fix: { title: "quote the type", edits } };
}

/** The first line that git left between two versions of a text. */
export function mergeConflictIn(
  text: string,
): (SyntaxAdvice & { readonly start: number; readonly end: number }) | undefined {
  const match = /^<{7} .*$/m.exec(text);
  if (!match) return undefined;
  const { index: start } = match;
  return {
    problem: "a merge conflict is left here; keep one of the versions",
    start,
    end: start + match[0].length,
  };
}
