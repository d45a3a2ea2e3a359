import type { JsonObject } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { CallParams, Offer, Toolset } from "@proviso/server/discovery";
import type { McpOptions } from "@proviso/server/mcp";
import { definitionsOf } from "./definitions.ts";
import type { ToolSet } from "./tool-set.ts";

/** The server's options of these names. A toolset's terms are not checked: the tools are not known before the upstream is. */
export type ShorterListOptions = Pick<McpOptions, "discovery" | "firstTools"> & {
  readonly toolset?: readonly string[];
};

/** How a gateway makes its list shorter. */
export interface ShorterList {
  readonly toolset: Toolset | undefined;
  narrowed(gate: EnforcingServer): EnforcingServer;
  list(tools: ToolSet): JsonObject;
  /** The result of a search or a description, or the call that a request stands for. Throws the error for an unknown tool. */
  enter(params: JsonObject, tools: ToolSet): { readonly [kind in "result" | "params"]?: JsonObject };
}

/** Undefined if all tools are listed: nothing of it is loaded then. */
export async function openShorterList(options: ShorterListOptions): Promise<ShorterList | undefined> {
  const { toolset: texts = [], firstTools, discovery: wanted = firstTools } = options;
  if (texts.length === 0 && wanted === undefined) return undefined;
  const { listMeta, narrowed, openDiscovery, readToolset } = await import("@proviso/server/discovery");
  const toolset = readToolset(texts);
  const discovery = wanted === undefined ? undefined : openDiscovery(readToolset([firstTools ?? ""]), []);
  return {
    toolset,
    narrowed: (gate) => narrowed(gate, toolset),
    list(tools) {
      const listed = discovery?.list(offerOf(tools)) ?? tools.listed;
      return { tools: listed as readonly JsonObject[], _meta: listMeta(tools.offered) };
    },
    enter(params, tools) {
      const called = params as JsonObject & CallParams;
      const inner = discovery?.inner(called);
      const result = inner ? undefined : discovery?.answer(called, offerOf(tools));
      return result
        ? { result: result as unknown as JsonObject }
        : { params: { ...params, ...inner } as JsonObject };
    },
  };
}

function offerOf({ offered, tools }: ToolSet): Offer {
  const toolOf = (name: string) => [tools.get(name)].flatMap((tool) => tool ?? []);
  return { tools: offered, definitionsOf: ({ name }) => toolOf(name).flatMap(definitionsOf) };
}
