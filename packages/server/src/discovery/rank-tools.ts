import MiniSearch from "minisearch";
import type { ToolContract } from "@proviso/manifest";
import { formOf, toolWords, wordsOf, type ToolWords } from "./tool-words.ts";

/** The tools that answer a question, best first. */
export type RankTools = (tools: readonly ToolContract[], words: string) => readonly ToolContract[];

/** How many lists of tools keep their index: those of the callers of late. */
const maxIndexes = 8;

interface Index {
  readonly tools: readonly ToolContract[];
  readonly search: (words: string) => readonly ToolContract[];
}

/**
 * Ranks by BM25 over the tools that the caller sees, and no others: how rare a word is in hidden tools would show in the order. Callers
 * who see the same tools share an index.
 */
export function rankTools(): RankTools {
  let indexes: readonly Index[] = [];
  return (tools, words) => {
    const index = indexes.find((each) => areSame(each.tools, tools)) ?? indexOf(tools);
    indexes = [index, ...indexes.filter((each) => each !== index)].slice(0, maxIndexes);
    return index.search(words);
  };
}

function areSame(some: readonly ToolContract[], others: readonly ToolContract[]): boolean {
  return some === others || (some.length === others.length && some.every((tool, at) => tool === others[at]));
}

function indexOf(tools: readonly ToolContract[]): Index {
  const index = new MiniSearch<ToolWords>({
    fields: ["name", "title", "text", "inputs"],
    tokenize: wordsOf,
    processTerm: formOf,
    searchOptions: {
      boost: { name: 2, title: 1.5, text: 1, inputs: 0.3 },
      prefix: isLong,
      fuzzy: fuzziness,
    },
  });
  index.addAll(tools.map(toolWords));
  const search = (words: string): readonly ToolContract[] =>
    index.search(words).flatMap(({ id }) => tools[Number(id)] ?? []);
  return { tools, search };
}

/** A short word is the start of too many others. */
function isLong(term: string): boolean {
  return term.length >= 4;
}

function fuzziness(term: string): number | false {
  return term.length >= 6 ? 0.2 : false;
}
