import type { ToolContract } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";
import { toolDefiner } from "./definition.ts";
import type { ToolResult } from "./result.ts";
import type { ListPage } from "./tool-pages.ts";
import { listMeta } from "./toolset.ts";

/** The parameters of `tools/call` that say what is called. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/** The tools that a caller can see, and what a list says of each: the tool, and its plan. */
export interface Offer {
  readonly tools: readonly ToolContract[];
  definitionsOf(tool: ToolContract): readonly object[];
}

/** A few tools in the place of a long list: those that the host lists first, and three to search, describe and call all others. */
export interface Discovery {
  list(offer: Offer): readonly object[];
  /** The result of a search or a description; undefined for every other name. Throws the error for an unknown tool. */
  answer(params: CallParams, offer: Offer): ToolResult | undefined;
  /** The call for which a call of `call_tool` stands; undefined if it stands for none. */
  inner(params: CallParams): CallParams | undefined;
}

export interface ServedTools<Page> {
  readonly list: ListPage<Page>;
  /** The call of a tool: the given one, or the one for which it stands. If it is a question about tools, its answer. */
  enter(
    here: EnforcingServer,
    params: CallParams,
    principal: Principal | undefined,
  ): { readonly params: CallParams; readonly answer?: ToolResult | undefined };
}

/** The tools of a server as requests list and call them: all, those of a toolset, or a few and a search. */
export function servedTools<Page>(
  server: EnforcingServer,
  { discovered, toolset }: { readonly discovered?: Discovery; readonly toolset?: unknown },
  pageOf: ListPage<object>,
): ServedTools<Page> {
  const definitionsOf = toolDefiner(server);
  return {
    list(here, principal, cursor) {
      const page = discovered ? {} : pageOf(here, principal, cursor);
      if (!discovered && toolset === undefined && here === server) return page as Page;
      if (discovered && cursor !== undefined) throw protocolError("Invalid cursor");
      const tools = here.list(principal);
      const few = discovered && { tools: discovered.list({ tools, definitionsOf }) };
      return { ...page, ...few, _meta: listMeta(tools) } as Page;
    },
    enter(here, params, principal) {
      const inner = discovered?.inner(params);
      if (inner) return { params: inner };
      return { params, answer: discovered?.answer(params, { tools: here.list(principal), definitionsOf }) };
    },
  };
}
