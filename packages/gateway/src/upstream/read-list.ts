import { isObject, type Json, type JsonObject } from "@proviso/manifest";

const maxPages = 1000;
const maxTools = 20_000;
const maxListBytes = 64_000_000;
/** Milliseconds for a page. */
const pageMs = 60_000;

/**
 * All pages of the upstream's list, as it sends them. Rejects if they do not end: a cursor that
 * comes twice, or more pages, tools or bytes than any useful list has.
 */
export async function readToolList(
  ask: (params: JsonObject, options: { readonly timeoutMs: number }) => Promise<JsonObject>,
): Promise<readonly JsonObject[]> {
  const tools: Json[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor }, { timeoutMs: pageMs });
    const listed: readonly Json[] = Array.isArray(page["tools"]) ? page["tools"] : [];
    bytes += JSON.stringify(listed).length;
    tools.push(...listed);
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined;
    if (cursor !== undefined && cursors.has(cursor))
      throw new Error("the upstream's list of tools does not end: it sent the same cursor twice");
    if (cursor !== undefined) cursors.add(cursor);
    if (cursors.size >= maxPages || tools.length > maxTools || bytes > maxListBytes)
      throw new Error("the upstream's list of tools is too long to be checked");
  } while (cursor !== undefined);
  return tools.filter(isObject);
}
