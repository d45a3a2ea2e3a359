import { type Catalog, buildCatalog } from "./catalog.ts";
import { bounds } from "../connection/bounds.ts";
import type { McpConnection, WireTool } from "../connection/connection.ts";
import type { Manifest } from "@proviso/manifest";
import type { Drift } from "./drift.ts";
import type { ToolDefinition, Pins } from "./tool-definition.ts";

/** What a host knows of a server, and its listeners. */
export interface CatalogOptions {
  readonly manifest?: Manifest;
  readonly trustedContracts?: readonly string[];
  readonly trustAnnotations?: boolean;
  readonly acknowledged?: readonly string[];
  readonly pins?: Pins;
  readonly onDrift?: (drift: readonly Drift[]) => void;
}

/** Keeps the definitions of a server's tools, and detects changes. */
export interface CatalogKeeper {
  /**
   * The current catalog: listed before the first call, and again after the server reported a
   * change, or after a minute, because it may report none.
   */
  current(): Promise<Catalog>;
  /** Lists now. */
  refresh(): Promise<Catalog>;
  acknowledge(hash: string): void;
  /** All known definitions. */
  pins(): Pins;
}

export function createCatalogKeeper(
  connection: McpConnection,
  options: CatalogOptions,
  onTrust: (tools: number) => void,
): CatalogKeeper {
  const acknowledged = new Set(options.acknowledged);
  const definitions = new Map(Object.entries(options.pins ?? {}));
  const differing = new Map<string, WireTool>();
  const report = reportDriftOnce(options.onDrift);
  let hasListed = options.pins !== undefined;
  let isReported = false;
  let catalog: Promise<Catalog> | undefined;
  let listedAt = 0;

  async function load(): Promise<Catalog> {
    const listed = withLeftOut(await connection.listTools(), differing);
    // Stryker disable next-line ArrayDeclaration: no contract has that hash
    const { manifest, trustedContracts = [], trustAnnotations = false } = options;
    const definitionsKnown = hasListed ? definitions : undefined;
    const known = {
      manifest,
      trustedContracts,
      trustAnnotations,
      acknowledged,
      definitions: definitionsKnown,
    };
    const built = await buildCatalog(known, listed);
    rememberPins(definitions, built);
    rememberDiffering(differing, built, listed);
    if (trustAnnotations && !isReported) onTrust(countTrustedTools(built));
    isReported = true;
    hasListed = true;
    report(built.drift);
    return built;
  }

  function refresh(): Promise<Catalog> {
    const loading = load();
    catalog = loading;
    listedAt = performance.now();
    loading.catch(() => {
      if (catalog === loading) catalog = undefined;
    });
    return loading;
  }

  connection.onToolsChanged(() => (catalog = undefined));
  return {
    current: () => (catalog && performance.now() - listedAt < bounds.listedMs ? catalog : refresh()),
    refresh,
    acknowledge(hash) {
      acknowledged.add(hash);
      catalog = undefined;
    },
    // Stryker disable next-line EqualityOperator: no name is there twice
    pins: () => Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Trust on first use: compares with the first definition, or the last acknowledged one. */
function rememberPins(definitions: Map<string, ToolDefinition>, { entries }: Catalog): void {
  for (const { definition, subject } of entries.values())
    if (definition && !("kind" in subject && subject.why !== "unpinned"))
      definitions.set(definition.name, definition);
}

/** Keeps the drift of tools that are no longer listed: leaving them out corrects nothing. */
function withLeftOut(
  listed: readonly WireTool[],
  differing: ReadonlyMap<string, WireTool>,
): readonly WireTool[] {
  const names = new Set(listed.map(({ name }) => name));
  return [...listed, ...[...differing.values()].filter(({ name }) => !names.has(name))];
}

/** Remembers the last listed definitions of tools that differ from a contract of this client. */
function rememberDiffering(
  differing: Map<string, WireTool>,
  { entries }: Catalog,
  listed: readonly WireTool[],
): void {
  const bySubject = new Map([...entries.values()].map(({ subject, tool }) => [tool.wireName, subject]));
  differing.clear();
  for (const tool of listed) {
    const subject = bySubject.get(tool.name);
    if (subject && "kind" in subject && subject.pinned) differing.set(tool.name, tool);
  }
}

/** Reports a drift only when it is new. */
function reportDriftOnce(tell: CatalogOptions["onDrift"]): (drift: readonly Drift[]) => void {
  const told = new Set<string>();
  return (drift) => {
    const news = drift.filter(({ hash }) => !told.has(hash));
    for (const { hash } of news) told.add(hash);
    if (news.length > 0) tell?.(news);
  };
}

function countTrustedTools({ entries }: Catalog): number {
  return [...entries.values()].filter(({ tool }) => tool.claims?.trusted === true).length;
}
