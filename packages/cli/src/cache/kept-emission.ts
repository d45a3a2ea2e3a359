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
  readonly domains: Readonly<Record<string, KeptDomain>>;
  /** Indexes that were printed, by a hash of their data. */
  readonly printed: Readonly<Record<string, string>>;
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

const name = "emitted";

/** A contract that compiles to the same model has the same; a run that wrote nothing may have compiled a newer one. */
export function sourceOf({ hash, surroundings }: KeptContract): string {
  return `${hash} ${surroundings}`;
}

/** Of this very proviso and of the same targets; nothing if there is none. */
export function readKeptEmission(cache: Cache, targets: readonly Target[]): KeptEmission | undefined {
  const content = cache.read<{ readonly key: string } & KeptEmission>(name);
  return content?.key === keyOf(targets) ? content : undefined;
}

export function writeKeptEmission(cache: Cache, targets: readonly Target[], emission: KeptEmission): void {
  cache.write(name, { key: keyOf(targets), ...emission });
}

/** The options of a target are data, and all that an emitter may know beside the contracts. */
function keyOf(targets: readonly Target[]): string {
  const data = targets.map(({ emitter, folder, options }) => [emitter.name, folder, options]);
  return hashText(JSON.stringify([toolIdentity(), data]));
}
