import { acceptedNames, acceptedPlanNames, type JsonObject, type Manifest } from "@proviso/manifest";
import { protocolError } from "../adapters/wire/call-notes.ts";
import type { CallParams, Discovery, Offer } from "../adapters/wire/discovery.ts";
import type { ToolResult } from "../adapters/wire/result.ts";
import type { Toolset } from "../adapters/wire/toolset.ts";
import { schemaChecks } from "../tools/schema-check.ts";
import { describeTool } from "./describe-tool.ts";
import { callName, ownTools, searchName } from "./own-tools.ts";
import { type Search, searchTools } from "./search-tools.ts";

export interface DiscoveryOptions {
  /** The tools that are listed beside the three. Defaults to none. */
  readonly first?: Toolset | undefined;
  /** The tools that are known at the start. Defaults to none. */
  readonly manifest?: Pick<Manifest, "tools">;
}

/**
 * Makes the search of a server. Whatever it answers is made of the tools that the caller sees. Throws a TypeError if a tool of the
 * manifest has one of its three names.
 */
export function openDiscovery({ first = () => false, manifest }: DiscoveryOptions): Discovery {
  const check = schemaChecks();
  const checks = new Map(ownTools.map(({ name, inputSchema }) => [name, check(() => inputSchema)]));
  for (const tool of manifest?.tools ?? []) {
    const taken = namesOf(tool).find((name) => checks.has(name));
    if (taken !== undefined)
      throw new TypeError(`\`discovery\` needs the name ${taken}: give ${tool.name} another \`wireName\``);
  }
  const problemsOf = ({ name, arguments: input = {} }: CallParams): string =>
    (checks.get(name)?.(input as JsonObject) ?? [])
      .map(({ path, problem }) => `${path} ${problem}`)
      .join("; ");
  return {
    list: ({ tools, definitionsOf }) => [
      // A tool of another server may have one of the names: it is called through `call_tool`.
      ...tools
        .filter(first)
        .flatMap(definitionsOf)
        .filter((each) => !("name" in each && checks.has(String(each.name)))),
      ...ownTools,
    ],
    inner: (params) =>
      params.name === callName && problemsOf(params) === "" ? (params.arguments as CallParams) : undefined,
    answer(params, offer) {
      if (!checks.has(params.name)) return undefined;
      const text = problemsOf(params);
      if (text !== "") return { content: [{ type: "text", text }], isError: true, _meta: {} };
      const input = (params.arguments ?? {}) as Search & CallParams;
      return resultOf(params.name === searchName ? searchTools(input, offer) : described(input, offer));
    },
  };
}

function namesOf(tool: Manifest["tools"][number]): readonly string[] {
  return [...acceptedNames(tool), ...acceptedPlanNames(tool)];
}

function described({ name }: CallParams, { tools, definitionsOf }: Offer): JsonObject {
  const tool = tools.find((each) => namesOf(each).includes(name));
  if (!tool) throw protocolError(`Unknown tool: ${name}`);
  return describeTool(tool, definitionsOf(tool));
}

function resultOf(structuredContent: JsonObject): ToolResult {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent: { ...structuredContent }, _meta: {} };
}
