import type { Catalog } from "./catalog.ts";
import { buildCatalog } from "./catalog.ts";
import type { McpConnection } from "../connection/connection.ts";
import type { Manifest } from "@proviso/manifest";
import type { Drift } from "../pinning/drift.ts";
import type { Face, Pins } from "../pinning/face.ts";

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
  /** All faces as they are known. */
  pins(): Pins;
}

export function createCatalogKeeper(
  connection: McpConnection,
  options: CatalogOptions,
  onTrust: (tools: number) => void,
): CatalogKeeper {
  const acknowledged = new Set(options.acknowledged);
  const faces = new Map(Object.entries(options.pins ?? {}));
  const report = reportOnce(options.onDrift);
  let hasLooked = options.pins !== undefined;
  let hasTold = false;
  let catalog: Promise<Catalog> | undefined;

  async function load(): Promise<Catalog> {
    const listed = await connection.listTools();
    const { manifest, trustedContracts = [], trustAnnotations = false } = options;
    const faceList = hasLooked ? faces : undefined;
    const known = { manifest, trustedContracts, trustAnnotations, acknowledged, faces: faceList };
    const built = await buildCatalog(known, listed);
    remember(faces, built);
    if (trustAnnotations && !hasTold) onTrust(countTrusted(built));
    hasTold = true;
    hasLooked = true;
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
    pins: () => Object.fromEntries([...faces].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Trust on first use: later faces are held against the first one, or the last one that was acknowledged. */
function remember(faces: Map<string, Face>, { entries }: Catalog): void {
  for (const { face, subject } of entries.values())
    if (face && !("kind" in subject && subject.why !== "unpinned")) faces.set(face.name, face);
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
