import { acceptedNames, acceptedPlanNames, type JsonObject, type ToolContract } from "@proviso/manifest";
import { protocolError } from "../adapters/wire/call-notes.ts";
import type { CallParams, Discovery, Offer } from "../adapters/wire/discovery.ts";
import type { ToolResult } from "../adapters/wire/result.ts";
import type { Toolset } from "../adapters/wire/toolset.ts";
import { schemaChecks } from "../tools/schema-check.ts";
import { describeTool } from "./describe-tool.ts";
import { callName, ownTools, searchName } from "./own-tools.ts";
import { type Search, searchTools } from "./search-tools.ts";

/**
 * Makes the search of a server. Whatever it answers is made of the tools that the caller sees. `first` are listed beside the three.
 * Throws a TypeError if a tool that is known at the start has one of the three names.
 */
export function openDiscovery(first: Toolset | undefined, known: readonly ToolContract[]): Discovery {
  const check = schemaChecks();
  const checks = new Map(ownTools.map(({ name, inputSchema }) => [name, check(() => inputSchema)]));
  const taken = known.flatMap(namesOf).find((name) => checks.has(name));
  if (taken !== undefined)
    throw new TypeError(`\`discovery\` needs the name ${taken}: give its tool another \`wireName\``);
  const problemOf = ({ name, arguments: input = {} }: CallParams) =>
    checks.get(name)?.(input as JsonObject)[0];
  return {
    list: ({ tools, definitionsOf }) => [
      // A tool of another server may have one of the names: it is called through `call_tool`.
      ...tools
        .filter(first ?? (() => false))
        .flatMap(definitionsOf)
        .filter((each) => !("name" in each && checks.has(String(each.name)))),
      ...ownTools,
    ],
    inner: (params) =>
      params.name === callName && !problemOf(params) ? (params.arguments as CallParams) : undefined,
    answer(params, offer) {
      if (!checks.has(params.name)) return undefined;
      const wrong = problemOf(params);
      const text = `${wrong?.path} ${wrong?.problem}`;
      if (wrong) return { content: [{ type: "text", text }], isError: true, _meta: {} };
      const input = (params.arguments ?? {}) as Search & CallParams;
      return resultOf(params.name === searchName ? searchTools(input, offer) : described(input, offer));
    },
  };
}

function namesOf(tool: ToolContract): readonly string[] {
  return [...acceptedNames(tool), ...acceptedPlanNames(tool)];
}

function described({ name }: CallParams, { tools, definitionsOf }: Offer): JsonObject {
  const tool = tools.find((each) => namesOf(each).includes(name));
  if (tool) return describeTool(tool, definitionsOf(tool));
  throw protocolError(`Unknown tool: ${name}`);
}

function resultOf(structuredContent: JsonObject): ToolResult {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent: { ...structuredContent }, _meta: {} };
}
