import { type FoundPage, meanings } from "./search-words.ts";

/** A filter of the explorer that answers a question. */
export interface Preset {
  /** `erases, “customer”` */
  readonly label: string;
  /** The query of the explorer's address. */
  readonly query: string;
  readonly tools: readonly FoundPage[];
}

type FacetWords = readonly [facet: string, values: readonly string[], words: RegExp, label?: string];

/** Words of a question that name a value of a facet. */
const facetWords: readonly FacetWords[] = [
  ["does", ["deletes", "erases"], /\b(?:delet|eras|remov|wipe|wiping|destroy)\w*/i],
  ["does", ["pays"], /\b(?:pay|pays|paying|payments?|spend\w*)\b/i],
  ["does", ["pays", "refunds"], /\b(?:mov\w+ )?money\b/i],
  ["does", ["refunds"], /\brefund\w*/i],
  ["does", ["sends to outsiders", "sends"], /\b(?:sends?|sending|e?mails?|messages?)\b/i],
  ["does", ["grants access"], /\b(?:grants?|shares?|give) (?:access|permissions?)\b/i],
  ["does", ["overwrites", "updates"], /\b(?:chang|updat|overwrit|edit)\w*/i],
  ["does", ["creates"], /\bcreat\w*/i],
  ["risk", ["critical"], /\b(?:critical|most dangerous)\b/i, "critical risk"],
  ["risk", ["forbidden"], /\bforbidden\b/i],
  [
    "server",
    ["never"],
    /\b(?:unasked|without a(?:sking|pproval| person)|asks? nobody)\b/i,
    "the server asks nobody",
  ],
  ["server", ["always", "sometimes"], /\b(?:asks? a person|needs? approval)\b/i, "the server asks a person"],
  ["flow", ["reads private data"], /\b(?:private|personal|sensitive) data\b/i],
  ["flow", ["leaves the system"], /\b(?:outside|outsiders|leaves? the system|external)\b/i],
  ["flow", ["returns text of outsiders"], /\b(?:untrusted|prompt injection)\b/i],
  ["undo", ["no"], /\b(?:irreversibl\w*|(?:cannot|can't|not) be undone)\b/i, "cannot be undone"],
];

const isOf = (facet: string, value: string) => (page: FoundPage) => page.tool?.has[facet]?.includes(value);

/** The filter that a question about tools asks for; none if no tool matches, or nothing names a facet. */
export function presetFor(question: string, pages: readonly FoundPage[]): Preset | undefined {
  const matched = facetWords.filter(([, , words]) => words.test(question));
  const left = matched.reduce((text, [, , words]) => text.replace(words, " "), question);
  const known = matched.map(([facet, values, , label]) => {
    const used = values.filter((value) => pages.some(isOf(facet, value)));
    return { facet, values: used, label: label ?? used.join(" or ") };
  });
  const facets = [...Map.groupBy(known, ({ facet }) => facet)].map(
    ([facet, rows]) => [facet, [...new Set(rows.flatMap(({ values }) => values))]] as const,
  );
  const ofFacets = pages.filter((page) =>
    facets.every(([facet, values]) => values.some((value) => isOf(facet, value)(page))),
  );
  // The explorer looks for words in the name and the description.
  const words = left.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const [[stem = ""] = []] = meanings(word);
    return (
      [word.toLowerCase().replace(/s$/, ""), stem].find((each) => stem && ofFacets.some(has(each))) ?? []
    );
  });
  const tools = ofFacets.filter((page) => words.every((word) => has(word)(page)));
  if (known.length === 0 || tools.length === 0) return undefined;
  const query = new URLSearchParams(facets.map(([facet, values]) => [facet, values.join(",")]));
  if (words.length > 0) query.set("q", words.join(" "));
  if (facets.some(([, values]) => values.length > 1)) query.set("match", "any");
  const label = [...known.map((row) => row.label), ...words.map((word) => `“${word}”`)].join(", ");
  return { label, query: query.toString(), tools };
}

const has =
  (word: string) =>
  ({ title, about, tool }: FoundPage) =>
    `${title} ${tool?.name} ${about}`.toLowerCase().includes(word);
