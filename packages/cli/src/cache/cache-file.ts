import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import type { ProjectPlace } from "../project/find-project.ts";

/** In `node_modules`, which no clone carries and every installation may clear. */
function fileOf({ root, configFile }: ProjectPlace, name: string): string {
  return join(root, "node_modules", ".cache", "proviso", `${name}-${configFile}.json`);
}

/** Undefined if there is none that can be read. What is in it is not checked here. */
export async function readCache<Content>(place: ProjectPlace, name: string): Promise<Content | undefined> {
  try {
    return (JSON.parse(await readFile(fileOf(place, name), "utf8")) as Content | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A disk that takes no cache costs time only. */
export async function writeCache(place: ProjectPlace, name: string, content: object): Promise<void> {
  const file = fileOf(place, name);
  const temporary = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, JSON.stringify(content));
    await rename(temporary, file);
  } catch {
    // The next run starts from scratch.
  }
}
