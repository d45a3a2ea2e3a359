import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import { matchFiles } from "./match-files.ts";
import type { OtherMatch } from "./match-files.ts";

export interface Sources {
  readonly texts: readonly SourceText[];
  readonly others: readonly OtherMatch[];
}

/** The texts of the files that the globs match. */
export async function readSources(root: string, globs: readonly string[]): Promise<Sources> {
  const { files, others } = await matchFiles(root, globs);
  const texts = files.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") }));
  return { texts: await Promise.all(texts), others };
}
