import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { ProjectPlace } from "../disk/find-project.ts";

/** Named values for later runs, one file each. The reader decides whether one is valid. */
export interface RunStore {
  /** A stored value of an earlier run; undefined if none can be read. It is not checked. */
  read<Content>(name: string): Content | undefined;
  /** Stores a value for later runs, visible to them once saved. `undefined` removes it. */
  write(name: string, content: object | undefined): void;
  /** Ignores disk errors: without a cache, runs are only slower. */
  save(): void;
}

/** Each file is read at most once by a process. */
export function openStore(place: ProjectPlace): RunStore {
  const known = new Map<string, unknown>();
  const unsaved = new Map<string, object | undefined>();
  return {
    read<Content>(name: string) {
      if (!known.has(name)) known.set(name, readStoreContent(storeFileOf(place, name)));
      return (known.get(name) as Content | null) ?? undefined;
    },
    write(name, content) {
      known.set(name, content);
      unsaved.set(name, content);
    },
    save() {
      for (const [name, content] of unsaved) writeStoreContent(storeFileOf(place, name), content);
      unsaved.clear();
    },
  };
}

/** In `node_modules`, which is not committed and may be deleted at any time. */
function storeFileOf({ root, configFile }: ProjectPlace, name: string): string {
  return join(root, "node_modules", ".cache", "proviso", `${name}-${configFile}.v8`);
}

function readStoreContent(file: string): unknown {
  try {
    return unpack(readFileSync(file));
  } catch {
    return undefined;
  }
}

function writeStoreContent(file: string, content: object | undefined): void {
  const temporary = `${file}.${process.pid}`;
  try {
    if (!content) return rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, pack(content));
    renameSync(temporary, file);
  } catch {
    // The next run starts from scratch.
  }
}

const sumBytes = 4;

/** A stored value: its V8 serialisation, followed by a checksum. */
export function pack(content: object): Buffer {
  const bytes = serialize(content);
  const checksum = Buffer.alloc(sumBytes);
  checksum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([bytes, checksum]);
}

/** Throws if the bytes are damaged: V8 would read them as another value. */
export function unpack(packed: Buffer): unknown {
  const bytes = packed.subarray(0, -sumBytes);
  if (crc32(bytes) !== packed.readUInt32BE(bytes.length)) throw new Error("the checksum is wrong");
  return deserialize(bytes);
}
