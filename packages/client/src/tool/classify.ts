import type { Json, JsonObject } from "@proviso/manifest";

/** Seed 003: "absence means 'unclassified,' not 'safe.'" `additive` is a no to both hints. */
export const classifications = ["read_only", "additive", "destructive", "unclassified"] as const;
export type Classification = (typeof classifications)[number];

/** Anything with tool metadata: an open map with some well-known keys. */
export interface HasMetadata {
  readonly metadata: JsonObject;
}

/** The well-known keys of seed 003, each with the value that counts if a tool says both. */
const strictFlags = {
  read_only: false,
  destructive: true,
  idempotent: false,
  open_world: true,
  agency: true,
  requires_confirmation: true,
} as const;
type Flag = keyof typeof strictFlags;
const flags = Object.keys(strictFlags) as Flag[];

/** The metadata that a tool states, under seed 003's names; any other key is allowed. */
export type ToolMetadata = { readonly [Key in Flag]?: boolean } & { readonly [key: string]: Json };

/** The spelling of a flag in camelCase, which the accessors read as well. */
function camelCase(flag: Flag): string {
  return flag.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());
}

/**
 * The metadata map of seed 003: the author's own keys, and the hints under well-known ones. A hint
 * that is not given stays absent, even if the author uses its key.
 */
export function toolMetadata(own: JsonObject, hints: JsonObject, confirms?: boolean): JsonObject {
  const { ...metadata }: Record<string, Json> = own;
  for (const flag of flags) {
    delete metadata[flag];
    delete metadata[camelCase(flag)];
    const hint = flag === "requires_confirmation" ? confirms : hints[`${camelCase(flag)}Hint`];
    if (typeof hint === "boolean") metadata[flag] = hint;
  }
  return metadata;
}

/** The hints that a tool's own metadata states: the reverse of `toolMetadata`. */
export function statedHints(tool: HasMetadata): JsonObject {
  return Object.fromEntries(
    flags.flatMap((flag) => {
      const stated = flag === "requires_confirmation" ? undefined : statedFlag(tool, flag);
      return stated === undefined ? [] : [[`${camelCase(flag)}Hint`, stated]];
    }),
  );
}

export function isReadOnly(tool: HasMetadata): boolean {
  return statedFlag(tool, "read_only") === true;
}

export function isDestructive(tool: HasMetadata): boolean {
  return statedFlag(tool, "destructive") === true;
}

export function isIdempotent(tool: HasMetadata): boolean {
  return statedFlag(tool, "idempotent") === true;
}

export function isOpenWorld(tool: HasMetadata): boolean {
  return statedFlag(tool, "open_world") === true;
}

export function isAgentic(tool: HasMetadata): boolean {
  return statedFlag(tool, "agency") === true;
}

export function requiresConfirmation(tool: HasMetadata): boolean {
  return statedFlag(tool, "requires_confirmation") === true;
}

/** Classifies by the worst claimed value; a missing claim says nothing. */
export function classify(tool: HasMetadata): Classification {
  if (isDestructive(tool)) return "destructive";
  if (isReadOnly(tool)) return "read_only";
  const saysNeither = statedFlag(tool, "read_only") === false && statedFlag(tool, "destructive") === false;
  return saysNeither ? "additive" : "unclassified";
}

function statedFlag({ metadata }: HasMetadata, flag: Flag): boolean | undefined {
  const stated = [metadata[flag], metadata[camelCase(flag)]];
  const strict = strictFlags[flag];
  return [strict, !strict].find((value) => stated.includes(value));
}
