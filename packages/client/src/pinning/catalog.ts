import {
  acceptedNames,
  acceptedPlanNames,
  canonicalJson,
  spokenName,
  wireInputSchema,
  wireName,
  withoutDots,
} from "@proviso/manifest";
import type { Manifest, ToolContract } from "@proviso/manifest";
import type { AskedNames } from "../tool/asked-names.ts";
import { type Claims, claimedContract, claimsOf } from "../tool/claims.ts";
import { classify, toolMetadata } from "../tool/classify.ts";
import type { WireTool } from "../connection/connection.ts";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { asString, asStrings } from "../connection/json.ts";
import { type DefinitionChange, changedWords } from "./compare-definitions.ts";
import type { Doubts } from "./doubtful-tools.ts";
import { type Drift, driftOf, findDrift, foundDrift, joinDrift } from "./drift.ts";
import { type ToolDefinition, definitionOf, definitionOfContract } from "./tool-definition.ts";
import { trustedContract } from "./trusted-contract.ts";
import type { Subject, Unverified } from "../tool/subject.ts";
import type { Tool } from "../tool/tool-set.ts";

export interface CatalogEntry {
  readonly tool: Tool;
  /** The basis of decisions: the pinned contract or the unverified tool. */
  readonly subject: Subject;
  readonly named: AskedNames;
  /** The listed name of the tool that makes the plan. Absent: the argument `dryRun` does. */
  readonly planName?: string;
  /** Differences from the known definition; empty if there are none. */
  readonly changes: readonly DefinitionChange[];
  /** The server's current definition; undefined if it lists no such tool. */
  readonly definition: ToolDefinition | undefined;
}

/** All callable tools, by contract name (or by wire name, if no contract is pinned). */
export interface Catalog {
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** Finds a tool by any of its names: the contract's, or a listed one. */
  find(name: string): CatalogEntry | undefined;
  readonly drift: readonly Drift[];
}

/** What a client knows of a server before listing. */
export interface Knowledge {
  readonly manifest: Manifest | undefined;
  readonly trustedContracts: readonly string[];
  /** By wire name: known definitions of tools without pinned contract. Undefined at first. */
  readonly definitions: ReadonlyMap<string, ToolDefinition> | undefined;
  /** Hashes of definitions that the host has acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  readonly trustAnnotations: boolean;
}

/** Compares the server's list with what is known. */
export async function buildCatalog(known: Knowledge, listedTools: readonly WireTool[]): Promise<Catalog> {
  const byWireName = new Map(listedTools.map((tool) => [tool.name, tool]));
  // Stryker disable next-line StringLiteral: only the other way is asked for
  const { tools = [], wireNames = "underscore" } = known.manifest ?? {};
  // All names of pinned tools: a tool listed under a second name of a pinned one is left out.
  const pinned = new Map(
    tools.flatMap((tool) => acceptedNames(tool).map((name) => [name, tool.name] as const)),
  );
  // Their plans are no tools of their own for the guard.
  const plans = new Set(tools.flatMap(acceptedPlanNames));
  const { findDoubts } = await import("./doubtful-tools.ts");
  const doubts = await findDoubts(listedTools, [...pinned.keys(), ...plans]);
  const rows = await Promise.all([
    ...tools.map((contract) => {
      const expected = wireName(contract, wireNames);
      const name = [expected, ...acceptedNames(contract)].find((each) => byWireName.has(each)) ?? expected;
      return pinnedRow(known, contract, name, byWireName.get(name), doubts);
    }),
    ...listedTools
      .filter(({ name }) => !pinned.has(name) && !plans.has(name))
      .map((tool) => unpinnedRow(known, tool, byWireName, doubts)),
  ]);
  const entries = new Map<string, CatalogEntry>();
  // Pinned tools come first, so that no listed tool can take their name.
  for (const { entry } of rows)
    if (!entries.has(entry.tool.name)) entries.set(entry.tool.name, withPlanName(entry, byWireName));
  // A tool with a trusted contract can be called by its contract name or as listed.
  const trusted = new Map([...entries.values()].map((entry) => [entry.tool.wireName, entry]));
  return {
    entries,
    find: (name) => entries.get(pinned.get(name) ?? name) ?? trusted.get(name),
    drift: rows.flatMap(({ drift }) => (drift ? [drift] : [])),
  };
}

function withPlanName(entry: CatalogEntry, listed: ReadonlyMap<string, WireTool>): CatalogEntry {
  const contract = "kind" in entry.subject ? entry.subject.pinned : entry.subject;
  const planName =
    contract && acceptedPlanNames(contract).find((name) => isPlanOf(contract, listed.get(name)));
  return planName === undefined ? entry : { ...entry, planName };
}

/** Whether a listed tool is the contract's plan tool. It gets arguments without asking, so it must take the same and only read. */
function isPlanOf(contract: ToolContract, listed: WireTool | undefined): boolean {
  if (!listed) return false;
  const { dryRun: _, ...alone } = contract;
  const { hints, inputSchema } = definitionOf(listed);
  return (
    hints["readOnlyHint"] === true &&
    hints["destructiveHint"] !== true &&
    canonicalJson(inputSchema) === canonicalJson(wireInputSchema(alone))
  );
}

/** Escapes hidden characters of a listed tool, by code that is loaded with the first list. */
async function shownTool(listed: WireTool): Promise<WireTool> {
  const { withoutHidden } = await import("./doubtful-tools.ts");
  return withoutHidden(listed);
}

function isListedTwice({ what }: DefinitionChange): boolean {
  return what === "name (listed twice)";
}

interface CatalogRow {
  readonly entry: CatalogEntry;
  readonly drift: Drift | undefined;
}

async function pinnedRow(
  known: Knowledge,
  contract: ToolContract,
  wire: string,
  listed: WireTool | undefined,
  doubts: Doubts,
): Promise<CatalogRow> {
  const definition = listed && definitionOf(listed);
  const drift = definition && (await pinnedDrift(known, contract, { wire, listed, definition }, doubts));
  if (!listed || !drift)
    return { entry: await pinnedEntry(contract, wire, definition, listed), drift: undefined };
  return { entry: await driftedEntry(known, contract, listed, drift), drift };
}

interface ListedPinned {
  readonly wire: string;
  readonly listed: WireTool;
  readonly definition: ToolDefinition;
}

/** Compares the server's own texts with its earlier ones, and the rest with the contract. */
async function pinnedDrift(
  { definitions, acknowledged }: Knowledge,
  contract: ToolContract,
  { wire, listed, definition }: ListedPinned,
  doubts: Doubts,
): Promise<Drift | undefined> {
  const twice = (doubts.get(listed) ?? []).filter(isListedTwice);
  if (!listed.differences && twice.length === 0)
    return findDrift(contract.name, await definitionOfContract(contract, wire), definition);
  const before = listed.differences && definitions?.get(listed.name);
  const found = [...twice, ...(listed.differences ?? [])];
  const told = new Set(found.map(({ what }) => what));
  const words = before ? changedWords(before, definition).filter(({ what }) => !told.has(what)) : [];
  const drift = await foundDrift("changed", contract.name, [...found, ...words], definition);
  return found.length === 0 && drift && acknowledged.has(drift.hash) ? undefined : drift;
}

async function unpinnedRow(
  known: Knowledge,
  listed: WireTool,
  all: ReadonlyMap<string, WireTool>,
  doubts: Doubts,
): Promise<CatalogRow> {
  const definition = definitionOf(listed);
  const doubt = doubts.get(listed) ?? [];
  const isTwice = doubt.some(isListedTwice);
  const trusted = isTwice ? undefined : await trustedContract(definition, known.trustedContracts);
  if (trusted)
    return { entry: await pinnedEntry(trusted, listed.name, definition, listed), drift: undefined };
  const before = definitionBefore(known.definitions, listed.name, all);
  const { name } = await shownTool(listed);
  const changed = before && (await findDrift(name, before, definition));
  // A doubtful definition that is known was acknowledged; of two definitions, none is.
  const isKnown = before && !changed && !isTwice;
  const doubtful = isKnown ? undefined : await foundDrift("doubtful", name, doubt, definition);
  const drift = joinDrift(changed, doubtful);
  // Acknowledged: from now on this is the known definition.
  if (drift && (isTwice || !known.acknowledged.has(drift.hash)))
    return { entry: await wireEntry(known, listed, whyUnverified(known, drift), drift.changes), drift };
  const isNews = !before && (known.definitions !== undefined || known.manifest !== undefined);
  return {
    entry: await wireEntry(known, listed, "unpinned", []),
    drift: isNews ? await driftOf("added", name, [], definition) : undefined,
  };
}

/** The known definition, also under the other spelling, unless the server still lists that. */
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

function whyUnverified(
  { acknowledged }: Pick<Knowledge, "acknowledged">,
  { verdict, hash }: Drift,
): Unverified["why"] {
  return verdict === "loosened" && !acknowledged.has(hash) ? "loosened" : "drifted";
}

/** The host's view of a pinned tool. */
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

async function pinnedEntry(
  contract: ToolContract,
  wire: string,
  definition: ToolDefinition | undefined,
  listed: WireTool | undefined,
): Promise<CatalogEntry> {
  // Another release may have hashed the same contract otherwise.
  const hashes = [contract.hash, ...(listed ? await claimedHashes(listed) : [])];
  const named = { name: contract.name, spoken: spokenName(contract), hashes };
  const pinned = pinnedTool(contract, wire);
  // A server without contracts may list requirements that an overlay does not have.
  const tool = { ...pinned, requirements: requirementsOfBoth(contract, listed) };
  return { tool, subject: contract, named, changes: [], definition };
}

/**
 * The entry of a tool that differs from its contract, with all texts and facts of the contract. The
 * server's definition is a claim that can only make it stricter.
 */
async function driftedEntry(
  { acknowledged }: Pick<Knowledge, "acknowledged">,
  pinned: ToolContract,
  listed: WireTool,
  drift: Drift,
): Promise<CatalogEntry> {
  const { name, title, description } = pinned;
  const shown = await shownTool(listed);
  const tool: Tool & { readonly claims: Claims } = {
    name,
    wireName: listed.name,
    title,
    description,
    classification: "unclassified",
    metadata: {},
    requirements: requirementsOfBoth(pinned, shown),
    claims: claimsOf(shown, false),
  };
  const why = whyUnverified({ acknowledged }, drift);
  return {
    tool,
    subject: { ...tool, kind: "unverified", why, pinned },
    named: {
      name,
      spoken: spokenName(pinned),
      hashes: [pinned.hash, ...(await claimedHashes(listed))],
    },
    changes: drift.changes,
    definition: definitionOf(listed),
  };
}

/** The entry of a tool without a pinned contract. A contract that the server shows is a claim. */
async function wireEntry(
  { trustAnnotations }: Knowledge,
  listed: WireTool,
  why: Unverified["why"],
  changes: readonly DefinitionChange[],
): Promise<CatalogEntry> {
  const shown = await shownTool(listed);
  // A tool whose definition changed is no longer trusted.
  const claims = claimsOf(shown, trustAnnotations && why === "unpinned");
  const metadata = claims.trusted ? claims.metadata : {};
  const tool: Tool & { readonly claims: Claims } = {
    name: shown.name,
    wireName: listed.name,
    title: shown.title ?? asString(shown.annotations?.["title"]) ?? shown.name,
    description: shown.description ?? "",
    classification: classify({ metadata }),
    metadata,
    requirements: requirementsOf(shown),
    claims,
  };
  return {
    tool,
    subject: { ...tool, kind: "unverified", why },
    named: { ...claimedNames(shown), hashes: await claimedHashes(listed) },
    changes,
    definition: definitionOf(listed),
  };
}

/** The hashes by which the server's questions name its contract. */
async function claimedHashes(listed: WireTool): Promise<readonly string[]> {
  const contract = claimedContract(listed);
  return contract ? [await fingerprintOf(contract)] : [];
}

function requirementsOfBoth(pinned: ToolContract, listed: WireTool | undefined): readonly string[] {
  return [...new Set([...pinned.requirements, ...(listed ? requirementsOf(listed) : [])])];
}

function requirementsOf(listed: WireTool): readonly string[] {
  const { execution } = listed;
  return asStrings(execution?.["requirements"]) ?? asStrings(claimedContract(listed)?.["requirements"]) ?? [];
}

/**
 * The server refers to the tool by the name in the claimed contract. A person types that name only
 * if it is another spelling of the listed name; otherwise the listed name.
 */
function claimedNames(listed: WireTool): Pick<AskedNames, "name" | "spoken"> {
  const { name } = listed;
  const { name: claimedName, wireName: claimedWireName } = claimedContract(listed) ?? {};
  if (typeof claimedName !== "string") return { name, spoken: name };
  if (acceptedNames({ name: claimedName }).includes(name)) return { name: claimedName, spoken: claimedName };
  return { name: claimedWireName === name ? claimedName : name, spoken: name };
}
