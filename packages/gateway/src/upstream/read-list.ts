import { createHash } from "node:crypto";
import { listOf, isObject, type Json, type JsonObject } from "@proviso/manifest";

const maxPages = 1000;
const maxEntries = 20_000;
const maxListBytes = 64_000_000;
/** Milliseconds for a page. */
const pageMs = 60_000;

/** A list of the upstream's. */
export interface ReadList {
  readonly entries: readonly JsonObject[];
  /** SHA-256 of what was sent. */
  readonly digest: string;
}

/**
 * All pages of a list of the upstream's, such as `tools`, as it sends them. Rejects if they do not end: a cursor that comes twice,
 * or more pages, entries or bytes than any useful list has.
 */
export async function readList(
  key: string,
  ask: (params: JsonObject, options: { readonly signal: AbortSignal }) => Promise<JsonObject>,
): Promise<ReadList> {
  const entries: Json[] = [];
  const cursors = new Set<string>();
  const hash = createHash("sha256");
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor }, { signal: AbortSignal.timeout(pageMs) });
    const listed = listOf(page[key]);
    const text = JSON.stringify(listed);
    hash.update(text);
    bytes += text.length;
    entries.push(...listed);
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined;
    if (cursor !== undefined && cursors.has(cursor))
      throw new Error(`the upstream's list of ${key} does not end: it sent the same cursor twice`);
    if (cursor !== undefined) cursors.add(cursor);
    if (cursors.size >= maxPages || entries.length > maxEntries || bytes > maxListBytes)
      throw new Error(`the upstream's list of ${key} is too long to be checked`);
  } while (cursor !== undefined);
  return { entries: entries.filter(isObject), digest: hash.digest("hex") };
}
