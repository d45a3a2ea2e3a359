import type { Catalog } from "./catalog.ts";
import { buildCatalog } from "./catalog.ts";
import type { McpConnection } from "../connection/connection.ts";
import type { Manifest } from "@proviso/manifest";
import type { Drift } from "../pinning/drift.ts";
import type { ToolDefinition, Pins } from "../pinning/tool-definition.ts";

/** What a host knows of a server, and how it wants to be told. */
export interface CatalogOptions {
  readonly manifest?: Manifest;
  readonly trustedContracts?: readonly string[];
  readonly trustAnnotations?: boolean;
  readonly acknowledged?: readonly string[];
  readonly pins?: Pins;
  readonly onDrift?: (drift: readonly Drift[]) => void;
}

/** Keeps what a server's tools were first seen to be, and notices when they become something else. */
export interface CatalogKeeper {
  /** Lists before the first call, and again after the server has said that its tools changed. */
  current(): Promise<Catalog>;
  /** Lists now. */
  refresh(): Promise<Catalog>;
  acknowledge(hash: string): void;
  /** All definitions as they are known. */
  pins(): Pins;
}

export function createCatalogKeeper(
  connection: McpConnection,
  options: CatalogOptions,
  onTrust: (tools: number) => void,
): CatalogKeeper {
  const acknowledged = new Set(options.acknowledged);
  const definitions = new Map(Object.entries(options.pins ?? {}));
  const report = reportOnce(options.onDrift);
  let hasListed = options.pins !== undefined;
  let hasTold = false;
  let catalog: Promise<Catalog> | undefined;

  async function load(): Promise<Catalog> {
    const listed = await connection.listTools();
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
    remember(definitions, built);
    if (trustAnnotations && !hasTold) onTrust(countTrusted(built));
    hasTold = true;
    hasListed = true;
    report(built.drift);
    return built;
  }

  function refresh(): Promise<Catalog> {
    const loading = load();
    catalog = loading;
    loading.catch(() => {
      if (catalog === loading) catalog = undefined;
    });
    return loading;
  }

  connection.onToolsChanged(() => (catalog = undefined));
  return {
    current: () => catalog ?? refresh(),
    refresh,
    acknowledge(hash) {
      acknowledged.add(hash);
      catalog = undefined;
    },
    pins: () => Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Trust on first use: later definitions are held against the first one, or the last one that was acknowledged. */
function remember(definitions: Map<string, ToolDefinition>, { entries }: Catalog): void {
  for (const { definition, subject } of entries.values())
    if (definition && !("kind" in subject && subject.why !== "unpinned"))
      definitions.set(definition.name, definition);
}

/** Tells of a drift when it is new, and not again at each listing. */
function reportOnce(tell: CatalogOptions["onDrift"]): (drift: readonly Drift[]) => void {
  const told = new Set<string>();
  return (drift) => {
    const news = drift.filter(({ hash }) => !told.has(hash));
    for (const { hash } of news) told.add(hash);
    if (news.length > 0) tell?.(news);
  };
}

function countTrusted({ entries }: Catalog): number {
  return [...entries.values()].filter(({ tool }) => tool.claims?.trusted === true).length;
}
