import type { JsonObject } from "@proviso/manifest";
import { type Size, bounds, spend, withinMs } from "./bounds.ts";
import type { WireTool } from "./connection.ts";
import { asObject, asString } from "./json.ts";

/**
 * Reads all pages of `tools/list`, and leaves out what is not a tool. `readPage` returns the raw
 * result. Rejects a list without end.
 */
export function readAllTools(readPage: ReadPage): Promise<readonly WireTool[]> {
  let isLate = false;
  const pages = readPages(readPage, () => isLate);
  return withinMs(bounds.list.ms, pages, "the list of tools").finally(() => (isLate = true));
}

type ReadPage = (pageCursor: string | undefined) => Promise<JsonObject>;

async function readPages(readPage: ReadPage, isLate: () => boolean): Promise<readonly WireTool[]> {
  const { pages, tools: maxTools } = bounds.list;
  const [tools, seenCursors]: [WireTool[], Set<string>] = [[], new Set()];
  let left: Size | undefined = bounds.list.size;
  let pageCursor: string | undefined;
  do {
    if (seenCursors.size >= pages) throw new Error(`the list of tools has more than ${pages} pages`);
    const page = await readPage(pageCursor);
    left = spend(page, left);
    if (!left) throw new Error("the list of tools is too large");
    tools.push(...readTools(page["tools"]));
    if (tools.length > maxTools) throw new Error(`the server lists more than ${maxTools} tools`);
    pageCursor = asString(page["nextCursor"]);
    if (pageCursor !== undefined && seenCursors.has(pageCursor))
      throw new Error("the list of tools goes round in circles");
    if (pageCursor !== undefined) seenCursors.add(pageCursor);
  } while (pageCursor !== undefined && !isLate());
  return tools;
}

function readTools(listed: unknown): readonly WireTool[] {
  return (Array.isArray(listed) ? listed : []).flatMap((item: unknown) => {
    const tool = readTool(asObject(item) ?? {});
    return tool ? [tool] : [];
  });
}

/** A definition of a tool as a server sends it; undefined if it is none. */
export function readTool(tool: JsonObject): WireTool | undefined {
  const name = asString(tool["name"]);
  const inputSchema = asObject(tool["inputSchema"]);
  if (name === undefined || !inputSchema) return undefined;
  const [title, description] = [asString(tool["title"]), asString(tool["description"])];
  const [outputSchema, annotations] = [asObject(tool["outputSchema"]), asObject(tool["annotations"])];
  const execution = asObject(tool["execution"]);
  const icons = tool["icons"];
  return {
    name,
    inputSchema,
    meta: asObject(tool["_meta"]) ?? {},
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema ? { outputSchema } : {}),
    ...(annotations ? { annotations } : {}),
    ...(execution ? { execution } : {}),
    ...(Array.isArray(icons) ? { icons } : {}),
  };
}
