// All that generated code may import. An incompatible later version gets its own number.

import type { Manifest } from "./contract/contract.ts";
import { type CompactContract, wholeContract } from "./contract/compact-contract.ts";

export type { ContentResult } from "./contract/content.ts";
export type { Json, JsonObject, Manifest } from "./contract/contract.ts";

/** Builds a project's manifest from its JSON files, one per domain. Throws for a later format. */
export function readManifest(
  project: Omit<Manifest, "tools">,
  domains: readonly { readonly tools: readonly CompactContract[] }[],
): Manifest {
  const { format, product, wireNames, permissions } = project;
  if (format !== 1)
    throw new Error(`these contracts have format ${String(format)}, which needs a newer @proviso/manifest`);
  const tools = domains.flatMap((domain) => domain.tools.map(wholeContract));
  return { format, product, wireNames, permissions, tools };
}

/** Reads the manifest from the JSON texts of these files. */
export function parseManifest(project: string, domains: readonly string[]): Manifest {
  return readManifest(
    JSON.parse(project) as Parameters<typeof readManifest>[0],
    domains.map((domain) => JSON.parse(domain) as { readonly tools: readonly CompactContract[] }),
  );
}
