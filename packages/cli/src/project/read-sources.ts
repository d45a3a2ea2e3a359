import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "@proviso/compiler";
import { matchFiles } from "./match-files.ts";
import type { OtherMatch } from "./match-files.ts";

export interface Sources {
  readonly texts: readonly SourceText[];
  readonly others: readonly OtherMatch[];
}

/** The texts of the files that the globs match. One after the other, which takes a fifth of the time of all at once. */
export async function readSources(root: string, globs: readonly string[]): Promise<Sources> {
  const { files, others } = await matchFiles(root, globs);
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  return { texts, others };
}
