import type { Memo } from "../incremental/memo.ts";
import { compareText } from "../report/diagnostic.ts";
import type { SourceText } from "../report/source.ts";
import { type Users, usersOf } from "../resolve/uses.ts";
import { joinContracts, type ReadContract, readContract } from "./compile-contract.ts";

export interface ReadContracts {
  /** Each file alone, sorted by path. */
  readonly files: readonly ReadContract[];
  /** A contract for each domain, sorted by path. */
  readonly joined: readonly ReadContract[];
  readonly users: Users;
}

/** Reads every file, and joins those of one domain. */
export function readContracts(sources: readonly SourceText[], memo: Memo): ReadContracts {
  const sorted = sources.toSorted((a, b) => compareText(a.path, b.path));
  const users = usersOf(sorted);
  const files = sorted.map((source) => readContract(source, memo, users.has(source.path)));
  return { files, joined: joinContracts(files, users, memo), users };
}
