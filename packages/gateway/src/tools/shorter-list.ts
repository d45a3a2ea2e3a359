import type { JsonObject } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { CallParams, Discovery, Offer, Toolset } from "@proviso/server/discovery";
import { definitionsOf } from "./definitions.ts";
import type { ToolSet } from "./tool-set.ts";

export interface ShorterListOptions {
  /** Which tools hosts are listed and may call, as the server's option of this name. Each text narrows. Defaults to all. */
  readonly toolset?: readonly string[];
  /** `search`: hosts are listed a few tools, and three to search, describe and call the others. Defaults to listing all. */
  readonly discovery?: "search";
  /** With `discovery`: the tools that are listed all the same, in the terms of `toolset`. Defaults to none. */
  readonly firstTools?: string;
}

/** How a gateway makes its list shorter. */
export interface ShorterList {
  readonly toolset: Toolset | undefined;
  /** The gate with the tools of the toolset alone. */
  narrowed(gate: EnforcingServer): EnforcingServer;
  list(tools: ToolSet): JsonObject;
  /** The result of a search or a description, or the call that a request stands for. Throws the error for an unknown tool. */
  enter(
    params: JsonObject,
    tools: ToolSet,
  ): { readonly result: JsonObject } | { readonly params: JsonObject };
}

/** Undefined if all tools are listed: nothing of it is loaded then. */
export async function openShorterList(options: ShorterListOptions): Promise<ShorterList | undefined> {
  const { toolset: texts = [], discovery: wanted, firstTools = "" } = options;
  if (texts.length === 0 && wanted === undefined) return undefined;
  const { listMeta, narrowed, openDiscovery, readToolset } = await import("@proviso/server/discovery");
  const toolset = readToolset(texts);
  const discovery = wanted && openDiscovery({ first: readToolset([firstTools]) });
  return {
    toolset,
    narrowed: (gate) => narrowed(gate, toolset),
    list(tools) {
      const offer = offerOf(tools);
      const listed = discovery ? discovery.list(offer) : tools.listed;
      return { tools: listed, _meta: listMeta(offer.tools) } as unknown as JsonObject;
    },
    enter: (params, tools) => (discovery ? enter(discovery, params, offerOf(tools)) : { params }),
  };
}

function enter(discovery: Discovery, params: JsonObject, offer: Offer): ReturnType<ShorterList["enter"]> {
  const called = params as JsonObject & CallParams;
  const inner = discovery.inner(called);
  if (inner) return { params: { ...params, ...inner } as JsonObject };
  const result = discovery.answer(called, offer);
  return result ? { result: result as unknown as JsonObject } : { params };
}

function offerOf({ offered, tools }: ToolSet): Offer {
  return {
    tools: offered,
    definitionsOf({ name }) {
      const tool = tools.get(name);
      return tool ? definitionsOf(tool) : [];
    },
  };
}
