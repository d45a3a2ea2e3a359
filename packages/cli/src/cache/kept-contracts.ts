import type { ContractsResult, KeptContract } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import type { Cache } from "./cache.ts";
import { hashText } from "./hash-text.ts";
import { toolIdentity } from "./tool-identity.ts";

/** By the path of a contract: what compiling it came to, for as long as nothing that it depends on changes. */
export type KeptContracts = ReadonlyMap<string, KeptContract>;

interface Content {
  readonly key: string;
  readonly contracts: Readonly<Record<string, KeptContract>>;
}

const name = "contracts";

/** Of this very proviso, and of the same rules; nothing if there is none. */
export function readKeptContracts(cache: Cache, config: Config): KeptContracts {
  const content = cache.read<Content>(name);
  return new Map(content?.key === keyOf(config) ? Object.entries(content.contracts) : []);
}

/** Keeps what a run came to, if that is anything new. */
export function keepContracts(
  cache: Cache,
  config: Config,
  before: KeptContracts,
  { contracts }: ContractsResult,
): void {
  const kept = contracts.flatMap((each) => (each.kept ? [[each.path, each.kept] as const] : []));
  if (kept.length === before.size && kept.every(([path, each]) => before.get(path) === each)) return;
  const content: Content = { key: keyOf(config), contracts: Object.fromEntries(kept) };
  cache.write(name, content);
}

function keyOf({ rules }: Config): string {
  return hashText(JSON.stringify([toolIdentity(), rules]));
}
