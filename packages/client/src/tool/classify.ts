import type { JsonObject } from "@proviso/manifest";

/** Seed 003: "absence means 'unclassified,' not 'safe.'" `additive` is an explicit no to both hints. */
export const classifications = ["read_only", "additive", "destructive", "unclassified"] as const;
export type Classification = (typeof classifications)[number];

/** Anything with tool metadata: an open map with some well-known keys. */
export interface HasMetadata {
  readonly metadata: JsonObject;
}

const hintKeys = ["readOnly", "destructive", "idempotent", "openWorld", "agency"] as const;
const wellKnownMetadata = new Set<string>([...hintKeys, "requiresConfirmation"]);

/**
 * The metadata map of seed 003: the author's own keys, and the hints under well-known ones. A hint that is not given stays
 * absent, even if the author uses its key.
 */
export function toolMetadata(own: JsonObject, hints: JsonObject, confirms?: boolean): JsonObject {
  const known: Record<string, boolean> = {};
  for (const key of hintKeys) {
    const hint = hints[`${key}Hint`];
    if (typeof hint === "boolean") known[key] = hint;
  }
  if (confirms !== undefined) known["requiresConfirmation"] = confirms;
  const others = Object.entries(own).filter(([key]) => !wellKnownMetadata.has(key));
  return { ...Object.fromEntries(others), ...known };
}

export function isReadOnly(tool: HasMetadata): boolean {
  return tool.metadata["readOnly"] === true;
}

export function isDestructive(tool: HasMetadata): boolean {
  return tool.metadata["destructive"] === true;
}

export function isIdempotent(tool: HasMetadata): boolean {
  return tool.metadata["idempotent"] === true;
}

export function isOpenWorld(tool: HasMetadata): boolean {
  return tool.metadata["openWorld"] === true;
}

export function isAgentic(tool: HasMetadata): boolean {
  return tool.metadata["agency"] === true;
}

export function requiresConfirmation(tool: HasMetadata): boolean {
  return tool.metadata["requiresConfirmation"] === true;
}

/** The worst claimed value; a missing claim says nothing. */
export function classify(tool: HasMetadata): Classification {
  if (isDestructive(tool)) return "destructive";
  if (isReadOnly(tool)) return "read_only";
  const saysNeither = tool.metadata["readOnly"] === false && tool.metadata["destructive"] === false;
  return saysNeither ? "additive" : "unclassified";
}
