import type { PrintedFiles } from "@proviso/emitters";
import type { ProjectPlace } from "../project/find-project.ts";
import { readCache, writeCache } from "./cache-file.ts";
import { toolIdentity } from "./tool-identity.ts";

interface PrintedCache {
  readonly identity: string;
  readonly texts: Readonly<Record<string, string>>;
}

export interface PrintedStore extends PrintedFiles {
  /** Keeps what was used since; a file that nothing asked for is forgotten. */
  save(): Promise<void>;
}

const name = "printed";

/** The TypeScript files that this very proviso printed before; none if it is to print all. */
export async function openPrinted(place: ProjectPlace, isFromScratch: boolean): Promise<PrintedStore> {
  const identity = toolIdentity();
  const cache = isFromScratch ? undefined : await readCache<PrintedCache>(place, name);
  const known = new Map(cache?.identity === identity ? Object.entries(cache.texts) : []);
  const used = new Map<string, string>();
  return {
    get(hash) {
      const text = used.get(hash) ?? known.get(hash);
      if (text !== undefined) used.set(hash, text);
      return text;
    },
    set: (hash, text) => void used.set(hash, text),
    async save() {
      const isSame = used.size === known.size && [...used.keys()].every((hash) => known.has(hash));
      if (!isSame) await writeCache(place, name, { identity, texts: Object.fromEntries(used) });
    },
  };
}
