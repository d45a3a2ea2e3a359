import type { FoundPage } from "./find-pages.ts";
import { meanings } from "./search-words.ts";

/** A filter of the explorer that answers a question. */
export interface Preset {
  /** `pays, critical risk, “customer”` */
  readonly label: string;
  /** The query of the explorer's address. */
  readonly query: string;
  readonly tools: readonly FoundPage[];
}

/** Words of a question that name a value of a facet. */
const facetWords: readonly (readonly [facet: string, values: readonly string[], words: RegExp])[] = [
  ["does", ["deletes", "erases"], /\b(?:delet|eras|remov|wip(?:e|ing)|destroy)\w*/i],
  ["does", ["pays"], /\b(?:pay|pays|paying|payments?|spend\w*)\b/i],
  ["does", ["pays", "refunds"], /\b(?:mov\w+ )?money\b/i],
  ["does", ["refunds"], /\brefund\w*/i],
  ["does", ["sends to outsiders", "sends"], /\b(?:sends?|sending|e?mails?|messages?)\b/i],
  ["does", ["grants access"], /\b(?:grants?|shares?|give) (?:access|permissions?)\b/i],
  ["does", ["overwrites", "updates"], /\b(?:chang|updat|overwrit|edit)\w*/i],
  ["does", ["creates"], /\bcreat\w*/i],
  ["risk", ["critical"], /\b(?:critical|most dangerous)\b/i],
  ["risk", ["high"], /\bhigh[- ]risk\b/i],
  ["risk", ["medium"], /\bmedium\b/i],
  ["risk", ["low"], /\blow[- ]risk\b/i],
  ["risk", ["forbidden"], /\bforbidden\b/i],
  [
    "server",
    ["never"],
    /\b(?:without (?:asking|approval|a person)|unasked|ask(?:s|ing)? (?:nobody|no one))\b/i,
  ],
  ["server", ["always", "sometimes"], /\b(?:asks? a person|needs? (?:approval|a person|confirmation))\b/i],
  ["flow", ["reads private data"], /\b(?:private|personal|sensitive) data\b/i],
  ["flow", ["leaves the system"], /\b(?:outside|outsiders|leaves? the system|external)\b/i],
  ["flow", ["returns text of outsiders"], /\b(?:untrusted|prompt injection)\b/i],
  ["undo", ["no"], /\b(?:irreversibl\w*|(?:cannot|can't|not) be undone|no undo)\b/i],
];

/** The filter that a question about tools asks for; none if no tool matches, or nothing names a facet. */
export function presetFor(question: string, pages: readonly FoundPage[]): Preset | undefined {
  const matched = facetWords.filter(([, , words]) => words.test(question));
  const left = matched.reduce((text, [, , words]) => text.replace(words, " "), question);
  const facets = new Map<string, string[]>();
  for (const [facet, values] of matched) {
    const known = values.filter((value) => pages.some(({ tool }) => tool?.has[facet]?.includes(value)));
    facets.set(facet, [...new Set([...(facets.get(facet) ?? []), ...known])]);
  }
  if (facets.size === 0) return undefined;
  const tools = pages.filter(({ tool }) =>
    [...facets].every(([facet, values]) => values.some((value) => tool?.has[facet]?.includes(value))),
  );
  // The explorer looks for words in the name and the description.
  const words = meanings(left).flatMap(([word = ""]) =>
    tools.some((page) => textOf(page).includes(word)) ? [word] : [],
  );
  const shown = tools.filter((page) => words.every((word) => textOf(page).includes(word)));
  if (shown.length === 0) return undefined;
  const query = new URLSearchParams();
  for (const [facet, values] of facets) query.set(facet, values.join(","));
  if (words.length > 0) query.set("q", words.join(" "));
  if ([...facets.values()].some((values) => values.length > 1)) query.set("match", "any");
  const about = words.map((word) => `“${word}”`);
  return {
    label: [...[...facets].map(([facet, values]) => wordsFor(facet, values)), ...about].join(", "),
    query: query.toString(),
    tools: shown,
  };
}

function wordsFor(facet: string, values: readonly string[]): string {
  const value = values.join(" or ");
  if (facet === "risk") return value === "forbidden" ? value : `${value} risk`;
  if (facet === "server") return value === "never" ? "the server asks nobody" : "the server asks a person";
  return facet === "undo" ? "cannot be undone" : value;
}

const textOf = ({ title, about, tool }: FoundPage): string => `${title} ${tool?.name} ${about}`.toLowerCase();
