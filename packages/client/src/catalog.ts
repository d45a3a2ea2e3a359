import { metaKeys, wireName } from "@proviso/manifest";
import type { JsonObject, Manifest, ToolContract } from "@proviso/manifest";
import { classify, toolMetadata } from "./classify.ts";
import type { WireTool } from "./connection.ts";
import type { Unclassified } from "./policy.ts";
import type { Drift } from "./drift.ts";
import { findDrift } from "./drift.ts";
import { asObject, asString, asStrings } from "./json.ts";
import type { Tool } from "./tool-set.ts";

export interface CatalogEntry {
  readonly tool: Tool;
  /** What decisions rest on: the pinned contract, or nothing. */
  readonly standing: ToolContract | Unclassified;
  /** Of the contract that the server will name when it asks for confirmation. */
  readonly contractHash: string | undefined;
}

/** Everything that can be called, by contract name (or by wire name, where no contract is pinned). */
export interface Catalog {
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  readonly drift: readonly Drift[];
}

/** Lays what the server lists beside what is pinned. */
export function buildCatalog(manifest: Manifest | undefined, listed: readonly WireTool[]): Catalog {
  const entries = new Map<string, CatalogEntry>();
  const drift: Drift[] = [];
  const listedByWireName = new Map(listed.map((tool) => [tool.name, tool]));
  for (const contract of manifest?.tools ?? []) {
    const wire = wireName(contract.name, manifest?.wireNames ?? "dotted");
    const found = listedByWireName.get(wire);
    listedByWireName.delete(wire);
    const difference = found && findDrift(contract, found);
    if (difference) drift.push(difference);
    entries.set(
      contract.name,
      difference ? wireEntry(found, contract.name, "drifted") : pinnedEntry(contract, wire),
    );
  }
  for (const tool of listedByWireName.values()) {
    if (manifest) drift.push({ tool: tool.name, kind: "added" });
    if (!entries.has(tool.name)) entries.set(tool.name, wireEntry(tool, tool.name, "unpinned"));
  }
  return { entries, drift };
}

/** The tool of a pinned contract, in the host's terms. */
export function pinnedTool(contract: ToolContract, wire: string): Tool {
  const { name, title, description, requirements } = contract;
  const metadata = toolMetadata(
    contract.metadata,
    { ...contract.hints },
    contract.confirmation.kind === "always",
  );
  return {
    name,
    wireName: wire,
    title,
    description,
    classification: classify({ metadata }),
    metadata,
    requirements,
    contract,
  };
}

function pinnedEntry(contract: ToolContract, wire: string): CatalogEntry {
  return { tool: pinnedTool(contract, wire), standing: contract, contractHash: contract.hash };
}

/** A tool of which only the server's word is known. Its own contract is a claim, shown and never relied on. */
function wireEntry(wire: WireTool, name: string, why: Unclassified["why"]): CatalogEntry {
  const claim = contractOf(wire);
  const annotations = wire.annotations ?? {};
  const metadata = toolMetadata(asObject(claim?.["metadata"]) ?? {}, {
    ...asObject(claim?.["hints"]),
    ...annotations,
  });
  const tool: Tool = {
    name,
    wireName: wire.name,
    title: wire.title ?? asString(annotations["title"]) ?? wire.name,
    description: wire.description ?? "",
    classification: why === "drifted" ? "unclassified" : classify({ metadata }),
    metadata,
    requirements: asStrings(wire.execution?.["requirements"]) ?? asStrings(claim?.["requirements"]) ?? [],
  };
  return { tool, standing: { kind: "unclassified", why }, contractHash: asString(claim?.["hash"]) };
}

function contractOf(tool: WireTool): JsonObject | undefined {
  return asObject(tool.meta[metaKeys.contract]);
}
