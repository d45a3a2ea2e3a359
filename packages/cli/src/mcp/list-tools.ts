import { isObject, type Json } from "@proviso/manifest";
import { type ServerConnection, ServerError } from "./connection.ts";

const protocolVersion = "2025-11-25";
/** A limit on pages, for servers that never return a last one. */
const mostPages = 1000;

/** Initializes the connection, reads all pages of tools, and always closes the connection. */
export async function listTools(connection: ServerConnection, version: string): Promise<Json> {
  try {
    const clientInfo = { name: "proviso", version };
    await connection.request("initialize", { protocolVersion, capabilities: {}, clientInfo });
    await connection.notify("notifications/initialized");
    return await allPages(connection);
  } finally {
    await connection.close();
  }
}

async function allPages(connection: ServerConnection): Promise<Json> {
  const tools: Json[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await connection.request("tools/list", cursor === undefined ? {} : { cursor });
    if (!isObject(page) || !Array.isArray(page["tools"]))
      throw new ServerError("the server answers `tools/list` without a list of tools");
    tools.push(...(page["tools"] as readonly Json[]));
    const { nextCursor } = page;
    if (typeof nextCursor !== "string" || nextCursor === "") return tools;
    if (cursors.has(nextCursor) || cursors.size >= mostPages)
      throw new ServerError("the server lists its tools in pages without end");
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
