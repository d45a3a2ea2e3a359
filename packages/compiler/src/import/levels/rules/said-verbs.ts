import type { ForeignTool } from "../../read/foreign-tool.ts";
import { alsoNouns, type NamedVerb, verbRow } from "./verbs.ts";

const determiner = String.raw`(?:\s+(?:a|an|the|this|that|one|all|any|every|each|some|your|its|their|it|them)\b)`;
const adverbs = String.raw`(?:(?:will|immediately|permanently|automatically)\s+)*`;
/** A verb at the start of a sentence, or joined to the one there. */
const ofSentence = new RegExp(
  String.raw`(?:^|[.!?:;]\s+|\b(?:and|then|also)\s+)${adverbs}([a-z]+)(${determiner})?`,
  "g",
);
/** A verb after another, as in "use it to send a mail". */
const ofHelper = new RegExp(String.raw`\b(?:to|will|can|which)\s+${adverbs}([a-z]+)(${determiner})?`, "g");
const ofText = new RegExp(String.raw`^${adverbs}([a-z]+)(${determiner})`, "g");

/** Third persons that are nouns of texts as often: "payments and refunds". */
const nounsOfTexts: ReadonlySet<string> = new Set(
  "refunds grants invites purchases payouts permits".split(" "),
);

const lengthOfText = 400;

/** Title and description, in lower case: at most 400 characters of each. */
export function textsOf({ title = "", description = "" }: ForeignTool): readonly string[] {
  return [title, description].map((text) => text.slice(0, lengthOfText).trim().toLowerCase());
}

/**
 * The verbs of change that title and description use of the tool. Of critical kinds, each counts. A weaker one counts only against
 * a claim to read, as the first word of a text: later sentences say what the caller can do.
 */
export function verbsSaid(
  tool: ForeignTool,
  { isNamedRead, isClaimedRead }: { readonly isNamedRead: boolean; readonly isClaimedRead: boolean },
): readonly NamedVerb[] {
  const isRead = isNamedRead || isClaimedRead;
  const texts = textsOf(tool);
  const strong = texts
    .flatMap((text) => [...text.matchAll(ofSentence), ...(isRead ? [] : text.matchAll(ofHelper))])
    .flatMap(verbOf)
    // A tool that reads may say that it runs a query.
    .filter(({ row }) => row.level === "critical" && !(isRead && row.kind === "calls"));
  const weak = texts
    .flatMap((text) => (isClaimedRead && !isNamedRead ? [...text.matchAll(ofText)] : []))
    .flatMap(verbOf)
    .filter(({ row }) => row.kind !== "reads" && row.level !== "critical");
  return [...strong, ...weak];
}

function verbOf([, word = "", object]: RegExpExecArray): readonly NamedVerb[] {
  for (const base of [word, word.replace(/s$/, ""), word.replace(/es$/, "")]) {
    const row = verbRow(base);
    // "Posts of a user" has a noun, and "posts a message" a verb.
    if (row)
      return (alsoNouns.has(base) || nounsOfTexts.has(word)) && object === undefined ? [] : [{ word, row }];
  }
  return [];
}
