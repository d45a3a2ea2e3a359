import { acceptedNames, acceptedPlanNames, type JsonObject, type ToolContract } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { CallParams, Offer } from "@proviso/server/discovery";
import type { McpOptions, Toolset } from "@proviso/server/mcp";
import { UpstreamError } from "../protocol/message.ts";
import { listedOf } from "./definitions.ts";
import type { ToolSet } from "./gateway-tool.ts";

/** The server's options of these names. A toolset's terms are not checked: the tools are not known before the upstream is. */
export type ShorterListOptions = Pick<McpOptions, "discovery" | "firstTools"> & {
  readonly toolset?: readonly string[];
};

/** How a gateway makes its list shorter. `part`: the toolset of a request's address. */
export interface ShorterList {
  narrowed(gate: EnforcingServer): EnforcingServer;
  list(tools: ToolSet, part?: Toolset): JsonObject;
  /** The result of a search or a description, or the call that a request stands for. Throws the error for an unknown tool. */
  enter(
    params: JsonObject,
    tools: ToolSet,
    part?: Toolset,
  ): { readonly [kind in "result" | "params"]?: JsonObject };
}

/** Undefined if all tools are listed, and no request has a toolset: nothing of it is loaded then. */
export async function openShorterList(
  options: ShorterListOptions,
  hasAddress: boolean,
): Promise<ShorterList | undefined> {
  const { toolset: texts = [], firstTools, discovery: wanted = firstTools } = options;
  if (texts.length === 0 && wanted === undefined && !hasAddress) return undefined;
  const { listMeta, narrowed, openDiscovery, readToolset } = await import("@proviso/server/discovery");
  const toolset = readToolset(texts);
  const discovery = wanted === undefined ? undefined : openDiscovery(readToolset([firstTools ?? ""]), []);
  let last: { readonly of: readonly unknown[]; readonly offer: Offer } | undefined;
  /** The tools that a host may know: the same object for the same ones. */
  const offerOf = (set: ToolSet, part?: Toolset): Offer => {
    if (last?.of[0] !== set || last.of[1] !== part) last = { of: [set, part], offer: newOffer(set, part) };
    return last.offer;
  };
  const newOffer = ({ tools }: ToolSet, part?: Toolset): Offer => {
    const offered = [...tools.values()].filter(
      ({ isNew, contract }) => !isNew && toolset?.(contract) !== false && part?.(contract) !== false,
    );
    if (part && offered.length === 0) throw new UpstreamError({ code: -32602, message: "Unknown toolset" });
    const byName = new Map(offered.map((tool) => [tool.contract.name, tool]));
    return {
      tools: offered.map(({ contract }) => contract),
      definitionsOf: ({ name }) => listedOf([byName.get(name)].filter((tool) => tool !== undefined)),
    };
  };
  return {
    narrowed: (gate) => narrowed(gate, toolset),
    list(set, part) {
      if (!toolset && !discovery && !part) return { tools: set.listed };
      const offer = offerOf(set, part);
      const listed = discovery?.list(offer) ?? offer.tools.flatMap(offer.definitionsOf);
      return { tools: listed as readonly JsonObject[], _meta: listMeta(offer.tools) };
    },
    enter(params, set, part) {
      const called = params as JsonObject & CallParams;
      const inner = discovery?.inner(called);
      const result = inner ? undefined : discovery?.answer(called, offerOf(set, part));
      if (result) return { result: result as unknown as JsonObject };
      const entered = { ...params, ...inner } as JsonObject;
      const name = String(entered["name"]);
      const known = part && offerOf(set, part).tools.flatMap(namesOf);
      if (known?.includes(name) === false)
        throw new UpstreamError({ code: -32602, message: `Unknown tool: ${name}` });
      return { params: entered };
    },
  };
}

function namesOf(tool: ToolContract): readonly string[] {
  return [...acceptedNames(tool), ...acceptedPlanNames(tool)];
}
