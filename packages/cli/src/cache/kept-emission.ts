import type { KeptContract } from "@proviso/compiler";
import type { DomainOutline } from "@proviso/emitters";
import type { Target } from "../output/targets.ts";
import type { Cache } from "./cache.ts";
import { hashText } from "./hash-text.ts";
import { toolIdentity } from "./tool-identity.ts";

/** What was emitted, without the files themselves, which are on disk. */
export interface KeptEmission {
  /** What every domain could know of the others. */
  readonly names: string;
  /** By the path of its contract. */
  readonly domains: ReadonlyMap<string, KeptDomain>;
  /** Indexes that were printed, by a hash of their data. */
  readonly printed: Readonly<Record<string, string>>;
}

/** The same of an earlier run, whose domains are read when somebody asks for them. */
export interface EarlierEmission extends Omit<KeptEmission, "domains"> {
  domainOf(contract: string): KeptDomain | undefined;
}

export interface KeptDomain {
  /** What it was made from: `sourceOf` its contract. */
  readonly source: string;
  readonly outline: DomainOutline;
  /** By the name of the emitter. */
  readonly outputs: Readonly<Record<string, KeptOutput>>;
}

export interface KeptOutput {
  /** Path in the folder of the emitter to hash. */
  readonly files: Readonly<Record<string, string>>;
  /** What the indexes say of the domain. */
  readonly entry: unknown;
}

interface Head extends Omit<KeptEmission, "domains"> {
  readonly key: string;
  /** Paths of the contracts whose domains are kept, each apart: after an edit, one of hundreds is another one. */
  readonly contracts: readonly string[];
}

interface Part {
  readonly key: string;
  readonly domain: KeptDomain;
}

const name = "emitted";

/** Of the domains that are kept: under which key. */
const keys = new WeakMap<KeptDomain, string>();

/** A contract that compiles to the same model has the same; a run that wrote nothing may have compiled a newer one. */
export function sourceOf({ hash, surroundings }: KeptContract): string {
  return `${hash} ${surroundings}`;
}

/** Of this very proviso and of the same targets; nothing if there is none. */
export function readKeptEmission(cache: Cache, targets: readonly Target[]): EarlierEmission | undefined {
  const head = cache.read<Head>(name);
  if (!head || head.key !== keyOf(targets, head)) return undefined;
  return {
    ...head,
    domainOf(contract) {
      const part = cache.read<Part>(partOf(contract));
      if (part?.key !== head.key) return undefined;
      keys.set(part.domain, part.key);
      return part.domain;
    },
  };
}

export function writeKeptEmission(cache: Cache, targets: readonly Target[], emission: KeptEmission): void {
  const { names, domains, printed } = emission;
  const key = keyOf(targets, emission);
  for (const contract of cache.read<Head>(name)?.contracts ?? [])
    if (!domains.has(contract)) cache.remove(partOf(contract));
  for (const [contract, domain] of domains) {
    const part: Part = { key, domain };
    if (keys.get(domain) !== key) cache.write(partOf(contract), part);
    keys.set(domain, key);
  }
  const head: Head = { key, names, printed, contracts: [...domains.keys()] };
  cache.write(name, head);
}

function partOf(contract: string): string {
  return `${name}/${hashText(contract).slice(0, 16)}`;
}

/** The options of a target are data, and with the names all that an emitter may know beside a contract. */
function keyOf(targets: readonly Target[], { names }: Pick<KeptEmission, "names">): string {
  const data = targets.map(({ emitter, folder, options }) => [emitter.name, folder, options]);
  return hashText(JSON.stringify([toolIdentity(), data, names]));
}
