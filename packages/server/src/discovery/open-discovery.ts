import {
  acceptedNames,
  acceptedPlanNames,
  isObject,
  type Json,
  type JsonObject,
  type Manifest,
} from "@proviso/manifest";
import { protocolError } from "../adapters/wire/call-notes.ts";
import type { Discovery } from "../adapters/wire/discovery.ts";
import type { ToolResult } from "../adapters/wire/result.ts";
import type { Toolset } from "../adapters/wire/toolset.ts";
import { describeTool, findTool } from "./describe-tool.ts";
import { callName, describeName, ownNames, ownTools, searchName } from "./own-tools.ts";
import { searchTools } from "./search-tools.ts";

export interface DiscoveryOptions {
  /** The tools that are listed beside the three. Undefined: none. */
  readonly first: Toolset | undefined;
  /** The tools that are known at the start. Defaults to none. */
  readonly manifest?: Manifest;
}

/**
 * Makes the search of a server. Whatever it answers is made of the tools that the caller sees. Throws a TypeError if a tool of the
 * manifest has one of its three names.
 */
export function openDiscovery({ first = () => false, manifest }: DiscoveryOptions): Discovery {
  for (const tool of manifest?.tools ?? [])
    for (const name of [...acceptedNames(tool), ...acceptedPlanNames(tool)])
      if (ownNames.includes(name))
        throw new TypeError(
          `\`discovery\` needs the name ${name}, which ${tool.name} has: give it another \`wireName\``,
        );
  return {
    list: ({ tools, definitionsOf }) => [
      // A tool of another server may have one of the names: it is called through `call_tool`.
      ...tools
        .filter(first)
        .flatMap(definitionsOf)
        .filter((each) => !ownNames.includes(nameIn(each))),
      ...ownTools,
    ],
    inner: ({ name, arguments: input }) => (name === callName ? innerCall(input) : undefined),
    answer({ name, arguments: input }, offer) {
      if (name === callName) return problem("`name` must be the name of a tool, and `arguments` an object");
      if (name === searchName) {
        const found = searchTools(input, offer);
        return "problem" in found ? problem(String(found.problem)) : result(found);
      }
      if (name !== describeName) return undefined;
      const asked = isObject(input as Json) ? (input as JsonObject)["name"] : undefined;
      if (typeof asked !== "string") return problem("`name` must be the name of a tool");
      const tool = findTool(offer.tools, asked);
      if (!tool) throw protocolError(`Unknown tool: ${asked}`);
      return result(describeTool(tool, offer.definitionsOf(tool)));
    },
  };
}

function nameIn(definition: object): string {
  return "name" in definition ? String(definition.name) : "";
}

/** Undefined for a call that names no tool: that is answered, and nothing is called. */
function innerCall(input: unknown): { readonly name: string; readonly arguments: JsonObject } | undefined {
  const { name, arguments: given = {}, ...others } = isObject(input as Json) ? (input as JsonObject) : {};
  if (typeof name !== "string" || !isObject(given) || Object.keys(others).length > 0) return undefined;
  return { name, arguments: given };
}

function result(structuredContent: JsonObject): ToolResult {
  const content: ToolResult["content"] = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { content, structuredContent: { ...structuredContent }, _meta: {} };
}

function problem(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true, _meta: {} };
}
