import { bounds } from "./bounds.ts";
import type { McpConnection, WireTool } from "./connection.ts";
import { asObject } from "./json.ts";
import { readTool } from "./read-tools.ts";

/** The connection to a server with a search, and the tools that it has described, by their names. */
export type DescribedConnection = McpConnection & { readonly described: ReadonlyMap<string, WireTool> };

/**
 * Lists the tools that `describe_tool` has described among those of the server, so that a guard pins and compares their definitions as it
 * does those of a list. A tool that the server lists counts as it is listed.
 */
export function withDescribed(connection: McpConnection): DescribedConnection {
  const described = new Map<string, WireTool>();
  let changed: (() => void) | undefined;
  return {
    ...connection,
    described,
    async listTools() {
      const listed = await connection.listTools();
      const names = new Set(listed.map(({ name }) => name));
      return [...listed, ...[...described.values()].filter(({ name }) => !names.has(name))];
    },
    async callTool(call, options) {
      const result = await connection.callTool(call, options);
      if (call.name !== "describe_tool" || result.kind !== "completed") return result;
      for (const each of [result.output["tool"], result.output["plan"]]) {
        const tool = readTool(asObject(each) ?? {});
        if (tool && described.size < bounds.list.tools) described.set(tool.name, tool);
      }
      changed?.();
      return result;
    },
    onToolsChanged(listener) {
      changed = listener;
      connection.onToolsChanged(listener);
    },
  };
}
