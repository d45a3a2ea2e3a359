import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type OutputChunk, rolldown } from "rolldown";

export interface Bundle {
  /** The code of each file, by name; `page.js` is the one that a page loads. */
  readonly files: ReadonlyMap<string, string>;
  /** What a browser does not have. */
  readonly missing: readonly string[];
  /** Bytes of what a page loads at its start, compressed. */
  readonly startBytes: number;
}

/** Bundles a module of this folder for a browser, as a bundler does it: what is imported late is in files of its own. */
export async function bundle(
  path: string,
  isOutside: (id: string) => boolean = () => false,
): Promise<Bundle> {
  const missing: string[] = [];
  const build = await rolldown({
    input: { page: fileURLToPath(new URL(path, import.meta.url)) },
    platform: "browser",
    external(id) {
      if (isBuiltin(id)) missing.push(id);
      return isBuiltin(id) || isOutside(id);
    },
  });
  const { output } = await build.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  const chunks = output.filter((each) => each.type === "chunk");
  const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const bytes = startFiles("page.js", chunks).map((name) => gzipSync(files.get(name) ?? "").length);
  return { files, missing, startBytes: bytes.reduce((sum, each) => sum + each, 0) };
}

/** A file and what it imports at once, directly or not. */
function startFiles(entry: string, chunks: readonly OutputChunk[]): readonly string[] {
  const found = new Set([entry]);
  for (const name of found)
    for (const each of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      if (chunks.some(({ fileName }) => fileName === each)) found.add(each);
  return [...found];
}
