import { metaKeys, wireName } from "@proviso/manifest";
import type { JsonObject, Manifest, ToolContract } from "@proviso/manifest";
import { classify, toolMetadata } from "./classify.ts";
import type { WireTool } from "./connection.ts";
import { asObject, asString, asStrings } from "./json.ts";
import type { Change } from "./pinning/compare-faces.ts";
import type { Drift } from "./pinning/drift.ts";
import { addedTool, findDrift } from "./pinning/drift.ts";
import type { Face } from "./pinning/face.ts";
import { faceOf, faceOfContract } from "./pinning/face.ts";
import { trustedContract } from "./pinning/trusted-contract.ts";
import type { Unclassified } from "./policy.ts";
import type { Tool } from "./tool-set.ts";

export interface CatalogEntry {
  readonly tool: Tool;
  /** What decisions rest on: the pinned contract, or nothing. */
  readonly standing: ToolContract | Unclassified;
  /** Of the contract that the server shows; it names them when it asks for confirmation. */
  readonly shown: { readonly name: string; readonly hash: string | undefined; readonly isCritical: boolean };
  /** How it differs from what is known of it; empty where it does not. */
  readonly changes: readonly Change[];
  /** What the server shows of it; undefined while it lists no such tool. */
  readonly face: Face | undefined;
}

/** Everything that can be called, by contract name (or by wire name, where no contract is pinned). */
export interface Catalog {
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  readonly drift: readonly Drift[];
}

/** What a client knows of a server before it looks. */
export interface Knowledge {
  readonly manifest: Manifest | undefined;
  readonly trustedContracts: readonly string[];
  /** By wire name: how tools without a pinned contract have looked. Undefined before the very first look. */
  readonly faces: ReadonlyMap<string, Face> | undefined;
  /** Hashes of faces that the host has looked at. */
  readonly acknowledged: ReadonlySet<string>;
}

/** Lays what the server lists beside what is known. */
export async function buildCatalog(known: Knowledge, listed: readonly WireTool[]): Promise<Catalog> {
  const byWireName = new Map(listed.map((tool) => [tool.name, tool]));
  const { tools = [], wireNames = "dotted" } = known.manifest ?? {};
  const pinned = new Map(tools.map((contract) => [wireName(contract.name, wireNames), contract]));
  const rows = await Promise.all([
    ...[...pinned].map(([wire, contract]) => pinnedRow(known, contract, wire, byWireName.get(wire))),
    ...listed.filter(({ name }) => !pinned.has(name)).map((tool) => unpinnedRow(known, tool)),
  ]);
  const entries = new Map<string, CatalogEntry>();
  // The pinned come first: no listed tool can take a pinned one's name.
  for (const { entry } of rows) if (!entries.has(entry.tool.name)) entries.set(entry.tool.name, entry);
  return { entries, drift: rows.flatMap(({ drift }) => (drift ? [drift] : [])) };
}

interface Row {
  readonly entry: CatalogEntry;
  readonly drift: Drift | undefined;
}

async function pinnedRow(
  known: Knowledge,
  contract: ToolContract,
  wire: string,
  listed: WireTool | undefined,
): Promise<Row> {
  const face = listed && faceOf(listed);
  const drift = face && (await findDrift(contract.name, faceOfContract(contract, wire), face));
  if (!listed || !drift) return { entry: pinnedEntry(contract, wire, face), drift: undefined };
  return { entry: wireEntry(listed, contract.name, whyOf(known, drift), drift.changes), drift };
}

async function unpinnedRow(known: Knowledge, listed: WireTool): Promise<Row> {
  const face = faceOf(listed);
  const trusted = await trustedContract(face, known.trustedContracts);
  if (trusted) return { entry: pinnedEntry(trusted, listed.name, face), drift: undefined };
  const before = known.faces?.get(listed.name);
  const drift = before && (await findDrift(listed.name, before, face));
  // Acknowledged: from now on this is how the tool is known.
  if (drift && !known.acknowledged.has(drift.hash))
    return { entry: wireEntry(listed, listed.name, whyOf(known, drift), drift.changes), drift };
  const isNews = !before && (known.faces !== undefined || known.manifest !== undefined);
  return {
    entry: wireEntry(listed, listed.name, "unpinned", []),
    drift: isNews ? await addedTool(listed.name, face) : undefined,
  };
}

function whyOf({ acknowledged }: Knowledge, { verdict, hash }: Drift): Unclassified["why"] {
  return verdict === "loosened" && !acknowledged.has(hash) ? "loosened" : "drifted";
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

function pinnedEntry(contract: ToolContract, wire: string, face: Face | undefined): CatalogEntry {
  const { name, hash, riskLevel } = contract;
  const shown = { name, hash, isCritical: riskLevel === "critical" };
  return { tool: pinnedTool(contract, wire), standing: contract, shown, changes: [], face };
}

/** A tool of which only the server's word is known. Its own contract is a claim, shown and never relied on. */
function wireEntry(
  wire: WireTool,
  name: string,
  why: Unclassified["why"],
  changes: readonly Change[],
): CatalogEntry {
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
    classification: "unclassified",
    metadata,
    requirements: asStrings(wire.execution?.["requirements"]) ?? asStrings(claim?.["requirements"]) ?? [],
  };
  const shown = {
    name: asString(claim?.["name"]) ?? wire.name,
    hash: asString(claim?.["hash"]),
    // A claim may make us stricter, and nothing else.
    isCritical: claim?.["riskLevel"] === "critical",
  };
  return { tool, standing: { kind: "unclassified", why }, shown, changes, face: faceOf(wire) };
}

function contractOf(tool: WireTool): JsonObject | undefined {
  return asObject(tool.meta[metaKeys.contract]);
}
