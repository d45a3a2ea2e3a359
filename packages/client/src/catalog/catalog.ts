import { acceptedNames, spokenName, wireName, withoutDots } from "@proviso/manifest";
import type { Manifest, ToolContract } from "@proviso/manifest";
import type { Named } from "../ask/approvals.ts";
import type { Claims } from "../tool/claims.ts";
import { claimedContract, claimsOf } from "../tool/claims.ts";
import { classify, toolMetadata } from "../tool/classify.ts";
import type { WireTool } from "../connection/connection.ts";
import { asString, asStrings } from "../json/json.ts";
import type { Change } from "../pinning/compare-definitions.ts";
import type { Drift } from "../pinning/drift.ts";
import { addedTool, findDrift, overlayDrift } from "../pinning/drift.ts";
import type { ToolDefinition } from "../pinning/tool-definition.ts";
import { definitionOf, definitionOfContract } from "../pinning/tool-definition.ts";
import { trustedContract } from "../pinning/trusted-contract.ts";
import type { Subject, Unverified } from "../tool/subject.ts";
import type { Tool } from "../tool/tool-set.ts";

export interface CatalogEntry {
  readonly tool: Tool;
  /** What decisions rest on: the pinned contract, or what there is instead. */
  readonly subject: Subject;
  readonly named: Named;
  /** How it differs from what is known of it; empty where it does not. */
  readonly changes: readonly Change[];
  /** What the server shows of it; undefined while it lists no such tool. */
  readonly definition: ToolDefinition | undefined;
}

/** Everything that can be called, by contract name (or by wire name, where no contract is pinned). */
export interface Catalog {
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** The entry of a tool by any name of it: the contract's, or one that it is listed under. */
  find(name: string): CatalogEntry | undefined;
  readonly drift: readonly Drift[];
}

/** What a client knows of a server before it looks. */
export interface Knowledge {
  readonly manifest: Manifest | undefined;
  readonly trustedContracts: readonly string[];
  /** By wire name: how tools without a pinned contract have looked. Undefined before the very first look. */
  readonly definitions: ReadonlyMap<string, ToolDefinition> | undefined;
  /** Hashes of definitions that the host has looked at. */
  readonly acknowledged: ReadonlySet<string>;
  readonly trustAnnotations: boolean;
}

/** Lays what the server lists beside what is known. */
export async function buildCatalog(known: Knowledge, listed: readonly WireTool[]): Promise<Catalog> {
  const byWireName = new Map(listed.map((tool) => [tool.name, tool]));
  const { tools = [], wireNames = "underscore" } = known.manifest ?? {};
  // All names of pinned tools: a tool that is listed under a second name of a pinned one is left out.
  const pinned = new Map(
    tools.flatMap((tool) => acceptedNames(tool).map((name) => [name, tool.name] as const)),
  );
  const rows = await Promise.all([
    ...tools.map((contract) => {
      const expected = wireName(contract, wireNames);
      const name = [expected, ...acceptedNames(contract)].find((each) => byWireName.has(each)) ?? expected;
      return pinnedRow(known, contract, name, byWireName.get(name));
    }),
    ...listed.filter(({ name }) => !pinned.has(name)).map((tool) => unpinnedRow(known, tool, byWireName)),
  ]);
  const entries = new Map<string, CatalogEntry>();
  // The pinned come first: no listed tool can take a pinned one's name.
  for (const { entry } of rows) if (!entries.has(entry.tool.name)) entries.set(entry.tool.name, entry);
  // A tool with a trusted contract is called by that, or as it is listed.
  const trusted = new Map([...entries.values()].map((entry) => [entry.tool.wireName, entry]));
  return {
    entries,
    find: (name) => entries.get(pinned.get(name) ?? name) ?? trusted.get(name),
    drift: rows.flatMap(({ drift }) => (drift ? [drift] : [])),
  };
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
  const definition = listed && definitionOf(listed);
  const drift =
    definition &&
    (listed.differences
      ? await overlayDrift(contract.name, listed.differences, definition)
      : await findDrift(contract.name, definitionOfContract(contract, wire), definition));
  if (!listed || !drift) return { entry: pinnedEntry(contract, wire, definition), drift: undefined };
  return { entry: driftedEntry(known, contract, listed, drift), drift };
}

async function unpinnedRow(
  known: Knowledge,
  listed: WireTool,
  all: ReadonlyMap<string, WireTool>,
): Promise<Row> {
  const definition = definitionOf(listed);
  const trusted = await trustedContract(definition, known.trustedContracts);
  if (trusted) return { entry: pinnedEntry(trusted, listed.name, definition), drift: undefined };
  const before = definitionBefore(known.definitions, listed.name, all);
  const drift = before && (await findDrift(listed.name, before, definition));
  // Acknowledged: from now on this is how the tool is known.
  if (drift && !known.acknowledged.has(drift.hash))
    return { entry: wireEntry(known, listed, whyOf(known, drift), drift.changes), drift };
  const isNews = !before && (known.definitions !== undefined || known.manifest !== undefined);
  return {
    entry: wireEntry(known, listed, "unpinned", []),
    drift: isNews ? await addedTool(listed.name, definition) : undefined,
  };
}

/** Also under the other spelling of a name, `emails.send` or `emails_send`, where the server no longer lists that. */
function definitionBefore(
  definitions: Knowledge["definitions"],
  name: string,
  listed: ReadonlyMap<string, WireTool>,
): ToolDefinition | undefined {
  const exact = definitions?.get(name);
  if (exact || !definitions) return exact;
  const spelling = withoutDots(name);
  const other = [...definitions.values()].find(
    (definition) => withoutDots(definition.name) === spelling && !listed.has(definition.name),
  );
  return other && { ...other, name };
}

function whyOf(
  { acknowledged }: Pick<Knowledge, "acknowledged">,
  { verdict, hash }: Drift,
): Unverified["why"] {
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

function pinnedEntry(
  contract: ToolContract,
  wire: string,
  definition: ToolDefinition | undefined,
): CatalogEntry {
  const named = { name: contract.name, spoken: spokenName(contract), hashes: [contract.hash] };
  return { tool: pinnedTool(contract, wire), subject: contract, named, changes: [], definition };
}

/**
 * A tool that is not as its contract says. Name, title and description, and whatever decides, stay those of the contract; what
 * the server says now is a claim, which can add to it and take nothing away.
 */
function driftedEntry(
  { acknowledged }: Pick<Knowledge, "acknowledged">,
  pinned: ToolContract,
  listed: WireTool,
  drift: Drift,
): CatalogEntry {
  const { name, title, description } = pinned;
  const tool: Tool & { readonly claims: Claims } = {
    name,
    wireName: listed.name,
    title,
    description,
    classification: "unclassified",
    metadata: {},
    requirements: [...new Set([...pinned.requirements, ...requirementsOf(listed)])],
    claims: claimsOf(listed, false),
  };
  const why = whyOf({ acknowledged }, drift);
  const hash = asString(claimedContract(listed.meta)?.["hash"]);
  return {
    tool,
    subject: { ...tool, kind: "unverified", why, pinned },
    named: {
      name,
      spoken: spokenName(pinned),
      hashes: [pinned.hash, ...(hash === undefined ? [] : [hash])],
    },
    changes: drift.changes,
    definition: definitionOf(listed),
  };
}

/** A tool of which only the server's word is known. Its own contract is a claim. */
function wireEntry(
  { trustAnnotations }: Knowledge,
  listed: WireTool,
  why: Unverified["why"],
  changes: readonly Change[],
): CatalogEntry {
  // A tool that has turned into something else is not what the host trusted.
  const claims = claimsOf(listed, trustAnnotations && why === "unpinned");
  const metadata = claims.trusted ? claims.metadata : {};
  const tool: Tool & { readonly claims: Claims } = {
    name: listed.name,
    wireName: listed.name,
    title: listed.title ?? asString(listed.annotations?.["title"]) ?? listed.name,
    description: listed.description ?? "",
    classification: classify({ metadata }),
    metadata,
    requirements: requirementsOf(listed),
    claims,
  };
  const hash = asString(claimedContract(listed.meta)?.["hash"]);
  return {
    tool,
    subject: { ...tool, kind: "unverified", why },
    named: { ...claimedNames(listed), hashes: hash === undefined ? [] : [hash] },
    changes,
    definition: definitionOf(listed),
  };
}

function requirementsOf({ execution, meta }: WireTool): readonly string[] {
  return asStrings(execution?.["requirements"]) ?? asStrings(claimedContract(meta)?.["requirements"]) ?? [];
}

/**
 * The name in the claimed contract is what the server calls the tool by. It is what a person types only where it is another
 * spelling of the listed name; otherwise that is the listed name.
 */
function claimedNames({ name, meta }: WireTool): Pick<Named, "name" | "spoken"> {
  const { name: claimed, wireName: stated } = claimedContract(meta) ?? {};
  if (typeof claimed !== "string") return { name, spoken: name };
  if (acceptedNames({ name: claimed }).includes(name)) return { name: claimed, spoken: claimed };
  return { name: stated === name ? claimed : name, spoken: name };
}
