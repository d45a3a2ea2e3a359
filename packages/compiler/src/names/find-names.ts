import { readContract } from "../compile/compile-contract.ts";
import { type Memo, noMemo, worldOf } from "../incremental/memo.ts";
import type { SourceText } from "../report/source.ts";
import { collectNames } from "../resolve/collect-names.ts";
import { namesInContract } from "./names-in-contract.ts";
import type { WrittenName } from "./written-name.ts";

/** The names in the contracts of a project. */
export interface FoundNames {
  /** By file and position. */
  readonly names: readonly WrittenName[];
  /** The files whose names are not all known, because a part of them cannot be read. */
  readonly unread: readonly string[];
}

/** Finds where names are declared and used. A contract whose names are in the memo is not parsed again. */
export function findNames(sources: readonly SourceText[], memo: Memo = noMemo): FoundNames {
  const read = sources.map((source) => ({ source, contract: readContract(source, memo) }));
  const declared = read.flatMap(({ contract }) => contract.declares ?? []);
  const incomplete = declared.length < sources.length;
  const { typeNames } = collectNames(declared, incomplete).names;
  const unread = read.filter(({ contract }) => contract.declares?.namesAreKnown !== true);
  const names = read.flatMap(({ source, contract }) => {
    const key = { group: source.path, name: "names", input: contract.hash };
    return memo.run(key, worldOf({ typeNames }), (world): readonly WrittenName[] => {
      const { tree, document } = contract.parsed();
      return tree && document ? namesInContract({ source, tree, document }, world) : [];
    });
  });
  return { names, unread: unread.map(({ source }) => source.path) };
}
