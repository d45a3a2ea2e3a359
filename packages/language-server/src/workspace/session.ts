import { configName, findProject, openStore, type ProjectPlace } from "proviso/project";
import { type OpenDocuments, type Snapshot, takeSnapshot } from "./snapshot.ts";

/** A project that is open in the editor. */
export interface ProjectSession {
  /** The project as it is now. */
  current(): Promise<Snapshot>;
  /** Says that a file or an open document has changed. */
  touch(): void;
  close(): void;
}

interface SessionOptions {
  openDocuments(): OpenDocuments;
  /** Called with a snapshot after changes, once no more come. */
  settled(snapshot: Snapshot): void;
  failed(error: unknown): void;
}

/** Nobody reads findings while typing a word. */
const quietMs = 150;

export function openSession(
  place: ProjectPlace,
  { openDocuments, settled, failed }: SessionOptions,
): ProjectSession {
  const memory = { store: openStore(place), known: { names: new Map(), models: new Map() } };
  let generation = 0;
  let lastSnapshot: { readonly generation: number; readonly snapshot: Promise<Snapshot> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const take = async (): Promise<Snapshot> =>
    takeSnapshot(await findProject(place.root, configName), memory, openDocuments());
  const current = async (): Promise<Snapshot> => {
    if (lastSnapshot?.generation !== generation) lastSnapshot = { generation, snapshot: take() };
    const asked = lastSnapshot.generation;
    const snapshot = await lastSnapshot.snapshot;
    // What changed in the meantime counts.
    return asked === generation ? snapshot : current();
  };
  const settle = async (): Promise<void> => {
    const asked = generation;
    const snapshot = await current();
    if (asked !== generation) return;
    settled(snapshot);
    // So that they are known when the contracts cannot be read.
    snapshot.knownNames();
  };
  return {
    current,
    touch() {
      generation += 1;
      clearTimeout(timer);
      timer = setTimeout(() => void settle().catch(failed), quietMs);
    },
    close: () => clearTimeout(timer),
  };
}
