import type { ContractsResult, KeptContract } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import type { Cache } from "./cache.ts";
import { hashText } from "./hash-text.ts";
import { readParts, writeParts } from "./parts.ts";
import { toolIdentity } from "./tool-identity.ts";

/** By the path of a contract: what compiling it came to, for as long as nothing that it depends on changes. */
export type KeptContracts = ReadonlyMap<string, KeptContract>;

const name = "contracts";

/** Of this very proviso, and of the same rules; nothing if there is none. */
export function readKeptContracts(cache: Cache, config: Config): KeptContracts {
  const { paths, get } = readParts<KeptContract>(cache, name, keyOf(config));
  return new Map(
    paths.flatMap((path) => {
      const contract = get(path);
      return contract ? [[path, contract] as const] : [];
    }),
  );
}

export function keepContracts(cache: Cache, config: Config, { contracts }: ContractsResult): void {
  const kept = contracts.flatMap((each) => (each.kept ? [[each.path, each.kept] as const] : []));
  writeParts(cache, name, { key: keyOf(config), contents: new Map(kept) });
}

function keyOf({ rules }: Config): string {
  return hashText(JSON.stringify([toolIdentity(), rules]));
}
