import type { JsonObject } from "@proviso/manifest";
import type { WireTool } from "../connection.ts";
import { asObject, asString } from "../json.ts";

/** Reads all pages of `tools/list`; what is not a tool is left out. `readPage` returns the raw result. */
export async function readAllTools(
  readPage: (cursor: string | undefined) => Promise<JsonObject>,
): Promise<readonly WireTool[]> {
  const tools: WireTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    tools.push(...readTools(page["tools"]));
    cursor = asString(page["nextCursor"]);
    if (cursor !== undefined && seen.has(cursor)) throw new Error("the list of tools goes round in circles");
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
}

function readTools(listed: unknown): readonly WireTool[] {
  return (Array.isArray(listed) ? listed : []).flatMap((item: unknown) => {
    const tool = readTool(asObject(item) ?? {});
    return tool ? [tool] : [];
  });
}

function readTool(tool: JsonObject): WireTool | undefined {
  const name = asString(tool["name"]);
  const inputSchema = asObject(tool["inputSchema"]);
  if (name === undefined || !inputSchema) return undefined;
  const [title, description] = [asString(tool["title"]), asString(tool["description"])];
  const [outputSchema, annotations] = [asObject(tool["outputSchema"]), asObject(tool["annotations"])];
  const execution = asObject(tool["execution"]);
  return {
    name,
    inputSchema,
    meta: asObject(tool["_meta"]) ?? {},
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema ? { outputSchema } : {}),
    ...(annotations ? { annotations } : {}),
    ...(execution ? { execution } : {}),
  };
}
