import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { project } from "virtual:proviso-site";

/** Undefined if there is no such file. */
export async function readProjectFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(project, path), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
