import { type Disk, onceEach } from "../incremental/stamped-disk.ts";
import { there } from "../incremental/state.ts";
import type { FolderListing } from "../disk/list-folder.ts";
import { type OutputRecord, isShared, ownedHash, parseRecord, recordName } from "../disk/record.ts";
import type { OutputTarget } from "./targets.ts";

/** What a folder holds. */
export interface FolderState extends Pick<FolderListing, "links" | "leftovers"> {
  /** Path to hash of files that could be ours, and the record; `there` for the author's own. */
  readonly files: ReadonlyMap<string, string>;
  /** Hash of what is ours in a file. */
  ownedHashOf(path: string): string | undefined;
  /** What was written there; undefined if there is no record. */
  record(): OutputRecord | undefined;
}

/** The content of the output folders; each is read once. */
export type Outputs = (target: Pick<OutputTarget, "folder" | "isWrittenOnce">) => FolderState;

export function readOutputs(disk: Disk): Outputs {
  const hashed = onceEach((folder) => readFolder(disk, folder, (path) => disk.hashOf(path)));
  const listed = onceEach((folder) => readFolder(disk, folder, () => there));
  return ({ folder, isWrittenOnce }) => (isWrittenOnce ? listed : hashed)(folder);
}

function readFolder(disk: Disk, folder: string, stateOf: (path: string) => string | undefined): FolderState {
  const { paths, links, leftovers } = disk.list(folder);
  const files = new Map(
    paths.flatMap((path) => {
      const state = stateOf(`${folder}/${path}`);
      return state === undefined ? [] : [[path, state] as const];
    }),
  );
  const textOf = (path: string): string | undefined =>
    files.has(path) ? disk.textOf(`${folder}/${path}`) : undefined;
  return {
    files,
    links,
    leftovers,
    ownedHashOf(path) {
      const text = isShared(path) ? textOf(path) : undefined;
      return text === undefined ? files.get(path) : ownedHash(text);
    },
    record() {
      const text = textOf(recordName);
      return text === undefined ? undefined : parseRecord(text);
    },
  };
}
