import { readContracts } from "../compile/read-contracts.ts";
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
  const { files, joined, users } = readContracts(sources, memo);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const read = sources.flatMap((source) => {
    const contract = byPath.get(source.path);
    return contract ? [{ source, contract }] : [];
  });
  const declared = joined.flatMap(({ declares }) => declares ?? []);
  const incomplete = declared.length < joined.length;
  const { typeNames } = collectNames(declared, incomplete, users).names;
  const unread = read.filter(({ contract }) => contract.declares?.namesAreKnown !== true);
  const names = read.flatMap(({ source, contract }) => {
    const key = { group: source.path, name: "names", input: contract.hash };
    return memo.run(key, worldOf({ typeNames }), (world): readonly WrittenName[] => {
      const {
        files: [file],
        document,
      } = contract.parsed();
      return file && document ? namesInContract({ source, tree: file.tree, document }, world) : [];
    });
  });
  return { names, unread: unread.map(({ source }) => source.path) };
}
