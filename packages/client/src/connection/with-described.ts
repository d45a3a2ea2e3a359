import { bounds } from "./bounds.ts";
import type { McpConnection, WireTool } from "./connection.ts";
import { asObject } from "./json.ts";
import { readTool } from "./read-tools.ts";

/** The connection to a server with a search, and the names of the tools that it has described. */
export interface DescribedConnection extends McpConnection {
  readonly described: ReadonlySet<string>;
}

/**
 * Lists the tools that `describe_tool` has described among those of the server, so that a guard pins and compares their definitions as it
 * does those of a list. A tool that the server lists counts as it is listed.
 */
export function withDescribed(connection: McpConnection): DescribedConnection {
  const tools = new Map<string, WireTool>();
  const described = new Set<string>();
  let changed: (() => void) | undefined;
  return {
    ...connection,
    described,
    async listTools() {
      const listed = await connection.listTools();
      const names = new Set(listed.map(({ name }) => name));
      return [...listed, ...[...tools.values()].filter(({ name }) => !names.has(name))];
    },
    async callTool(call, options) {
      const result = await connection.callTool(call, options);
      if (call.name !== "describe_tool" || result.kind !== "completed") return result;
      for (const each of [result.output["tool"], result.output["plan"]]) {
        const tool = readTool(asObject(each) ?? {});
        if (tool && (tools.size < bounds.list.tools || tools.has(tool.name))) tools.set(tool.name, tool);
      }
      for (const name of tools.keys()) described.add(name);
      changed?.();
      return result;
    },
    onToolsChanged(listener) {
      changed = listener;
      connection.onToolsChanged(listener);
    },
  };
}
