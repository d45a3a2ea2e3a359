import type { JsonObject } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { CallParams, Offer } from "@proviso/server/discovery";
import type { McpOptions } from "@proviso/server/mcp";
import { listedOf } from "./definitions.ts";
import type { ToolSet } from "./gateway-tool.ts";

/** The server's options of these names. A toolset's terms are not checked: the tools are not known before the upstream is. */
export type ShorterListOptions = Pick<McpOptions, "discovery" | "firstTools"> & {
  readonly toolset?: readonly string[];
};

/** How a gateway makes its list shorter. */
export interface ShorterList {
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
  /** The tools that a host may know. */
  const offerOf = ({ tools }: ToolSet): Offer => {
    const offered = [...tools.values()].filter(
      ({ isNew, contract }) => !isNew && toolset?.(contract) !== false,
    );
    const byName = new Map(offered.map((tool) => [tool.contract.name, tool]));
    return {
      tools: offered.map(({ contract }) => contract),
      definitionsOf: ({ name }) => listedOf([byName.get(name)].filter((tool) => tool !== undefined)),
    };
  };
  return {
    narrowed: (gate) => narrowed(gate, toolset),
    list(set) {
      const offer = offerOf(set);
      const listed = discovery?.list(offer) ?? offer.tools.flatMap(offer.definitionsOf);
      return { tools: listed as readonly JsonObject[], _meta: listMeta(offer.tools) };
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
