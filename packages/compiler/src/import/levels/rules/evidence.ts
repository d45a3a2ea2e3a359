import { type EffectKind, isObject, type Json, type JsonObject, type RiskLevel } from "@proviso/manifest";
import type { ForeignTool } from "../../read/foreign-tool.ts";
import { wordsOf } from "../../../names/words-of.ts";
import { pointerSteps, valueAt } from "../../../schemas/pointer.ts";
import { textsOf, verbsSaid } from "./said-verbs.ts";
import { alsoNouns, type NamedVerb, verbRow } from "./verbs.ts";

/** What the rules of evidence look at. Everything comes from the server, so none of it can be trusted to be safe. */
export interface ToolFacts {
  readonly tool: ForeignTool;
  /** The words of the tool's name, in lower case. */
  readonly words: readonly string[];
  /** The verbs in the name that decide, with their rows of the table; empty if it has none that is known. */
  readonly verbs: readonly NamedVerb[];
  /** The names of the top-level arguments, in lower case. */
  readonly argumentNames: readonly string[];
  /** The names of all arguments and of the properties inside of them, such as those of a request's body. */
  readonly everyName: readonly string[];
  /** The title and the first sentences of the description, in lower case: at most 400 characters. */
  readonly text: string;
  /** The verbs of change that title and description use of the tool, such as `charges` in "Charges the card". */
  readonly saidVerbs: readonly NamedVerb[];
  /** Whether server, method or name say that a call only reads, and no verb in name, title or description denies it. */
  readonly isRead: boolean;
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

export function factsOf(tool: ForeignTool): ToolFacts {
  const words = wordsOf(tool.name.replace(/check[_-]?out/gi, "checkout"));
  const verbs = decidingVerbs(words);
  const isNamedRead = verbs[0]?.row.kind === "reads";
  const isClaimedRead = isClaimedToRead(tool);
  const saidVerbs = verbsSaid(tool, { isNamedRead, isClaimedRead });
  const isDenied = saidVerbs.length > 0 || (!isNamedRead && verbs.some(({ row }) => row.kind !== "reads"));
  return {
    tool,
    words,
    verbs,
    argumentNames: namesIn(tool.inputSchema, 1),
    everyName: namesIn(tool.inputSchema, Infinity),
    text: textsOf(tool).join(". "),
    saidVerbs,
    isRead: (isNamedRead || isClaimedRead) && !isDenied,
  };
}

/** Whether the server's hint or the HTTP method says that the tool only reads. */
export function isClaimedToRead({ annotations, request }: ForeignTool): boolean {
  return annotations.readOnlyHint === true || request?.method === "get" || request?.method === "head";
}

/** The names of properties down to a level, each schema once. */
function namesIn(root: JsonObject, levels: number): readonly string[] {
  const names: string[] = [];
  const seen = new Set<Json>();
  const waiting: [schema: Json, levels: number][] = [[root, levels]];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [schema, left] = next;
    if (!isObject(schema) || left === 0 || seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, properties, items, allOf, anyOf, oneOf } = schema;
    const target = typeof $ref === "string" ? valueAt(root, pointerSteps($ref)) : undefined;
    const others = [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as Json[]) : []));
    for (const each of [target, items, ...others]) if (each !== undefined) waiting.push([each, left]);
    for (const [name, each] of Object.entries(isObject(properties) ? properties : {})) {
      names.push(wordsOf(name).join("_"));
      waiting.push([each, left - 1]);
    }
  }
  return names;
}

const joiningWords: ReadonlySet<string> = new Set(["and", "or", "then"]);

/**
 * A name with a verb of reading only reads, whatever nouns follow (`get_post`), unless another verb stands before it or is joined to
 * it (`read_and_delete`). In every other name, all known verbs count (`issue_write`, `slack_post_message`), but for a noun after a
 * verb: `update_order`.
 */
function decidingVerbs(words: readonly string[]): ToolFacts["verbs"] {
  const known = words.flatMap((word, index) => {
    const row = verbRow(word);
    return row ? [{ word, row, index }] : [];
  });
  const reading = known.find(({ row }) => row.kind === "reads");
  if (!reading) {
    const sure = known.find(({ word }) => word === "update" || !alsoNouns.has(word));
    return known.filter(
      ({ word, index, row }) =>
        !sure || index < sure.index || !alsoNouns.has(word) || row.level === "critical",
    );
  }
  return known.filter(
    ({ word, index, row }) =>
      row.kind === "reads" ||
      joiningWords.has(words[index - 1] ?? "") ||
      (index < reading.index && !alsoNouns.has(word)),
  );
}
