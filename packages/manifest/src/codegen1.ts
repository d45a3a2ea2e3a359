// What generated code imports. A later version that generated code cannot use as it is gets a number of its own.

import type { Manifest } from "./contract/contract.ts";
import { type CompactContract, wholeContract } from "./contract/compact-contract.ts";

export type { ContentResult } from "./contract/content.ts";
export type { Json, JsonObject, Manifest } from "./contract/contract.ts";

/** The manifest of a project, from the JSON files that hold it: one for the project and one for each domain. */
export function readManifest(
  project: Omit<Manifest, "tools">,
  domains: readonly { readonly tools: readonly CompactContract[] }[],
): Manifest {
  const { format, product, wireNames, permissions } = project;
  const tools = domains.flatMap((domain) => domain.tools.map(wholeContract));
  return { format, product, wireNames, permissions, tools };
}
