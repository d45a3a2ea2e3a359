import type { KeptContract } from "@proviso/compiler";
import type { DomainOutline } from "@proviso/emitters";
import type { WantedFile } from "../output/record.ts";
import type { Target } from "../output/targets.ts";
import type { Cache } from "./cache.ts";
import { hashText } from "./hash-text.ts";
import { readParts, writeParts } from "./parts.ts";
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
  /** By their path in the folder of the emitter. */
  readonly files: readonly Omit<WantedFile, "text">[];
  /** What the indexes say of the domain. */
  readonly entry: unknown;
}

/** What is kept beside the domains. */
interface Whole extends Omit<KeptEmission, "domains"> {
  readonly key: string;
}

const name = "emitted";

/** A contract that compiles to the same model has the same; a run that wrote nothing may have compiled a newer one. */
export function sourceOf({ hash, surroundings }: KeptContract): string {
  return `${hash} ${surroundings}`;
}

/** Of this very proviso and of the same targets; nothing if there is none. */
export function readKeptEmission(cache: Cache, targets: readonly Target[]): EarlierEmission | undefined {
  const whole = cache.read<Whole>(name);
  if (!whole || whole.key !== keyOf(targets, whole)) return undefined;
  const { get } = readParts<KeptDomain>(cache, name, whole.key);
  return { ...whole, domainOf: get };
}

export function writeKeptEmission(cache: Cache, targets: readonly Target[], emission: KeptEmission): void {
  const { names, domains, printed } = emission;
  const key = keyOf(targets, emission);
  writeParts(cache, name, { key, contents: domains });
  const whole: Whole = { key, names, printed };
  cache.write(name, whole);
}

/** The options of a target are data, and with the names all that an emitter may know beside a contract. */
function keyOf(targets: readonly Target[], { names }: Pick<KeptEmission, "names">): string {
  const data = targets.map(({ emitter, folder, options }) => [emitter.name, folder, options]);
  return hashText(JSON.stringify([toolIdentity(), data, names]));
}
