import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { ProjectPlace } from "../project/find-project.ts";
import { pack, unpack } from "./pack.ts";

/** What runs leave for later ones, by name. Whoever reads it decides whether it still holds. */
export interface Cache {
  /** Undefined if there is none that can be read. What is in it is not checked here. */
  read<Content>(name: string): Content | undefined;
  /** For later readers of this cache; for other processes once it is saved. */
  write(name: string, content: object): void;
  remove(name: string): void;
  /** A disk that takes no cache costs time only. */
  save(): Promise<void>;
}

/** Each part is read at most once: a process that goes on works with what it has. */
export function openCache(place: ProjectPlace): Cache {
  const known = new Map<string, unknown>();
  const unsaved = new Map<string, object | undefined>();
  const change = (name: string, content: object | undefined): void => {
    known.set(name, content);
    unsaved.set(name, content);
  };
  return {
    read<Content>(name: string) {
      if (!known.has(name)) known.set(name, readContent(fileOf(place, name)));
      return (known.get(name) as Content | null) ?? undefined;
    },
    write: change,
    remove: (name) => change(name, undefined),
    async save() {
      const parts = [...unsaved];
      unsaved.clear();
      for (const [name, content] of parts) writeContent(fileOf(place, name), content);
    },
  };
}

/** In `node_modules`, which no clone carries and every installation may clear. */
function fileOf({ root, configFile }: ProjectPlace, name: string): string {
  return join(root, "node_modules", ".cache", "proviso", `${name}-${configFile}.v8`);
}

function readContent(file: string): unknown {
  try {
    return unpack(readFileSync(file));
  } catch {
    return undefined;
  }
}

function writeContent(file: string, content: object | undefined): void {
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
