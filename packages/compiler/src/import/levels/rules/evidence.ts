import type { EffectKind, RiskLevel } from "@proviso/manifest";
import type { ForeignTool } from "../../read/foreign-tool.ts";
import { wordsOf } from "../../../names/words-of.ts";
import { type VerbRow, verbRow } from "./verbs.ts";

/** What the rules of evidence look at. Everything comes from the server, so none of it can be trusted to be safe. */
export interface ToolFacts {
  readonly tool: ForeignTool;
  /** The words of the tool's name, in lower case. */
  readonly words: readonly string[];
  /** The verbs in the name that decide, with their rows of the table; empty if it has none that is known. */
  readonly verbs: readonly { readonly word: string; readonly row: VerbRow }[];
  /** The names of the top-level arguments, in lower case. */
  readonly argumentNames: readonly string[];
  /** The first sentences of the description, in lower case: at most 400 characters. */
  readonly text: string;
}

/** One reason for a suggestion. */
export interface Evidence {
  /** A short phrase for people, such as `named delete_`. */
  readonly reason: string;
  /** The lowest level that this reason allows. */
  readonly level: RiskLevel;
  /** What a call does, as far as the reason says it. */
  readonly effect?: EffectKind;
  /** False if the effect cannot be undone. */
  readonly reversible?: boolean;
  /** True if the effect reaches outside the server's system. */
  readonly external?: boolean;
}

/** One rule of evidence. Pure: the same facts, the same evidence. */
export interface EvidenceRule {
  readonly name: string;
  find(facts: ToolFacts): readonly Evidence[];
}

const lengthOfText = 400;

export function factsOf(tool: ForeignTool): ToolFacts {
  const words = wordsOf(tool.name);
  const properties = tool.inputSchema["properties"];
  return {
    tool,
    words,
    verbs: decidingVerbs(words),
    argumentNames: Object.keys(typeof properties === "object" && properties !== null ? properties : {}).map(
      (name) => wordsOf(name).join("_"),
    ),
    text: (tool.description ?? "").slice(0, lengthOfText).toLowerCase(),
  };
}

const joiningWords: ReadonlySet<string> = new Set(["and", "or", "then"]);

/** Verbs that name a thing as often: beside a verb of reading they do (`pull_request_read`). */
const alsoNouns: ReadonlySet<string> = new Set(
  (
    "block comment commit request record order book label tag post message email mail sms draft snapshot backup link charge transfer " +
    "release export import archive star vote type schedule change call share update"
  ).split(" "),
);

/**
 * A name with a verb of reading only reads, whatever nouns follow (`get_post`), unless another verb stands before it or is joined to
 * it (`read_and_delete`). In every other name, all known verbs count: `issue_write`, `slack_post_message`.
 */
function decidingVerbs(words: readonly string[]): ToolFacts["verbs"] {
  const known = words.flatMap((word, index) => {
    const row = verbRow(word);
    return row ? [{ word, row, index }] : [];
  });
  const reading = known.find(({ row }) => row.kind === "reads");
  if (!reading) return known;
  return known.filter(
    ({ word, index, row }) =>
      row.kind === "reads" ||
      joiningWords.has(words[index - 1] ?? "") ||
      (index < reading.index && !alsoNouns.has(word)),
  );
}
