import { effectWords } from "@proviso/manifest";
import { noPermission } from "../explorer/facets.ts";
import { type FoundPage, meanings } from "./search-words.ts";

/** A filter of the explorer that answers a question. */
export interface Preset {
  /** `erases, “customer”` */
  readonly label: string;
  /** The query of the explorer's address. */
  readonly query: string;
  readonly tools: readonly FoundPage[];
}

/** Some calls are enough: a question about what may happen without a person is about them too. */
const unasked = "the server asks nobody, for some calls or all";

type FacetWords = readonly [facet: string, values: readonly string[], words: RegExp, label?: string];

const person = "(?:(?:a|any) (?:person|human)|(?:any|some)(?:one|body)|people)";
const nobody = "(?:nobody|no one|no person)";

/** Words of a question that name a value of a facet. What one row has read is not read by the next. */
const facetWords: readonly FacetWords[] = [
  ["does", ["only reads"], /\b(?:only reads?|read[- ]only)\b/i],
  ["limit", ["no limit"], /\b(?:(?:without|no)(?: an?| any)?(?: rate)? limits?|unlimited)\b/i],
  ["permission", [noPermission], /\b(?:no|without(?: an?| any)?) permissions?\b/i, "needs no permission"],
  [
    "also",
    ["stronger log-in (such as mfa)"],
    /\b(?:needs?|requir\w*|wants?|with)(?: an?)? (?:mfa|(?:two|second)[- ]factor|stronger log-?in)\b/i,
  ],
  [
    "also",
    ["fresh log-in always", "fresh log-in for some calls"],
    /\b(?:needs?|requir\w*|wants?|with)(?: an?)? (?:step-up|(?:fresh|new|recent) log-?in)\b/i,
    "needs a fresh log-in, for some calls or all",
  ],
  ["also", ["not safe to repeat"], /\b(?:(?:without|no) idempotency|not idempotent)\b/i],
  [
    "flow",
    ["returns text of outsiders"],
    /\b(?:(?:returns?|written) [\w ]*outsiders|untrusted|prompt injection)\b/i,
  ],
  // Of a payment too: not only of what is called "sends".
  ["flow", ["leaves the system"], /\bsend(?:s|ing)?(?= (?:(?:\w+ ){0,2}data|out|outside)\b)/i],
  ["does", ["deletes", "erases"], /\b(?:delet|eras|remov|wipe|wiping|destroy)\w*/i],
  ["does", ["pays"], /\b(?:pay|pays|paying|payments?|spend\w*)\b/i],
  ["does", ["pays", "refunds"], /\b(?:mov\w+ )?money\b/i],
  ["does", ["refunds"], /\brefund\w*/i],
  ["does", ["sends to outsiders", "sends"], /\b(?:sends?|sending|e?mails?|messages?)\b/i],
  ["does", ["grants access"], /\b(?:grants?|shares?|give) (?:access|permissions?)\b/i],
  ["does", effectWords.filter((word) => word !== "only reads"), /\bchang\w*/i, "changes something"],
  ["does", ["overwrites", "updates"], /\b(?:updat|overwrit|edit)\w*/i],
  ["does", ["creates"], /\bcreat\w*/i],
  ["risk", ["critical"], /\b(?:critical|most dangerous)\b/i, "critical risk"],
  ["risk", ["forbidden"], /\bforbidden\b/i],
  [
    "server",
    ["never", "sometimes"],
    new RegExp(
      `\\b(?:unasked|asks? ${nobody}|needs? no approval|${nobody} (?:is|gets|being) asked|without (?:being asked|asking(?: ${person})?|${person}(?: (?:being )?ask\\w+)?|(?:an? |any )?(?:approval|confirmation))|(?:not|never|n't|no) (?:asks? ${person}|needs? (?:an? |any )?approval))\\b`,
      "i",
    ),
    unasked,
  ],
  [
    "server",
    ["always", "sometimes"],
    /(?<!not |never |n't |no )\b(?:asks? (?:a person|somebody|someone)|needs? (?:an )?approval)\b/i,
    "the server asks a person",
  ],
  // What is leaked is not said by the tool that leaks it.
  [
    "flow",
    ["leaves the system"],
    /\b(?:(?:leak|exfiltrat)\w*(?:(?: \w+){0,2} data)?|leaves? (?:the|our|my) \w+)\b/i,
  ],
  ["flow", ["reads private data"], /\b(?:(?:read|see)s? )?(?:private|personal|sensitive) data\b/i],
  ["flow", ["leaves the system"], /\b(?:out|outside|outsiders|external)\b/i],
  ["undo", ["no"], /\b(?:irreversibl\w*|(?:cannot|can't|not) be undone)\b/i, "cannot be undone"],
  ["undo", ["yes"], /\b(?:can be undone|reversible)\b/i, "can be undone"],
];

const asking = /^(?:un)?(?:ask|approv|confirm|requir|stop|paus)/i;

const isOf = (facet: string, value: string) => (page: FoundPage) => page.tool?.has[facet]?.includes(value);

/**
 * The filter that a question about tools asks for; none if nothing names a facet, or if no tool matches. A question about who is asked
 * that no tool matches has a filter without tools.
 */
export function presetFor(question: string, pages: readonly FoundPage[]): Preset | undefined {
  if (/^\s*how many tools(?: are there| exist)?\W*$/i.test(question))
    return { label: "all that there are", query: "", tools: pages.filter(({ tool }) => tool) };
  let left = question.replace(
    /\b(?:(?:an )?agents?|(?:any|some|every)?things?|(?:call|run|use|make|execute|invoke)s?|called|used|made)\b/gi,
    " ",
  );
  const matched = facetWords.filter(([, , words]) => {
    const isMatched = words.test(left);
    left = left.replace(words, " ");
    return isMatched;
  });
  const isUnasked = matched.some(([, , , label]) => label === unasked);
  const known = matched.map(([named, values, , label]) => {
    const facet = isUnasked && named === "does" ? "unasked" : named;
    const usedIn = (of: string): readonly string[] => values.filter((value) => pages.some(isOf(of, value)));
    const words = usedIn(named).length > 0 ? usedIn(named) : values;
    return { facet, values: usedIn(facet), label: label ?? words.join(" or ") };
  });
  const facets = [...Map.groupBy(known, ({ facet }) => facet)].map(
    ([facet, rows]) => [facet, [...new Set(rows.flatMap(({ values }) => values))]] as const,
  );
  // Two things that are asked for are both wanted: "private data" that "leaves".
  const isAny = known.some(({ values }) => values.length > 1) || /\bor\b/i.test(question);
  const ofFacets = pages.filter((page) =>
    facets.every(([facet, values]) => {
      const matching = values.filter((value) => isOf(facet, value)(page)).length;
      return matching > 0 && (isAny || matching === values.length);
    }),
  );
  const isAboutAsking = matched.some(([facet]) => facet === "server");
  // The explorer looks for words in the name and the description. What is asked of safety is never narrowed by them: it would count too few.
  const isNarrowed = !matched.some(([facet]) => ["server", "flow", "limit", "permission"].includes(facet));
  const words = left.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    if (!isNarrowed) return [];
    const [[stem = ""] = []] = meanings(word);
    return (
      [word.toLowerCase().replace(/s$/, ""), stem].find((each) => stem && ofFacets.some(has(each))) ?? []
    );
  });
  const tools = ofFacets.filter((page) => words.every((word) => has(word)(page)));
  if (known.length === 0 || (tools.length === 0 && !isAboutAsking)) return undefined;
  // A word that no tool has may be what is asked for: "double payment".
  const isAboutTools = /\b(?:tools?|which|what|who|agents?|show|list)\b/i.test(question);
  if (!isAboutTools && words.length < meanings(left).length) return undefined;
  // A condition that is not understood is not left out.
  if (!isAboutAsking && left.split(/\W+/).some((word) => asking.test(word))) return undefined;
  const query = new URLSearchParams(facets.map(([facet, values]) => [facet, values.join(",")]));
  if (words.length > 0) query.set("q", words.join(" "));
  if (isAny && facets.some(([, values]) => values.length > 1)) query.set("match", "any");
  const label = [...new Set(known.map((row) => row.label)), ...words.map((word) => `“${word}”`)].join(", ");
  return { label, query: query.toString(), tools };
}

const has =
  (word: string) =>
  ({ title, about, tool }: FoundPage) =>
    `${title} ${tool?.name} ${about}`.toLowerCase().includes(word);
