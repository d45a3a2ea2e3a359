import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";
import { toolDefiner } from "./definition.ts";
import type { CallParams, Discovery } from "./discovery.ts";
import type { ToolResult } from "./result.ts";
import { listMeta } from "./toolset.ts";

/** What an adapter is given of the options by which a list gets shorter. */
export interface ShorterList {
  readonly discovered?: Discovery;
  /** Whether the server has been narrowed to a toolset. */
  readonly isPart?: boolean;
}

interface ListedPage {
  readonly tools: readonly object[];
  readonly nextCursor?: string | undefined;
}

/** `here` is the server as the request sees it, with the tools of its toolset. */
export interface ServedTools<Page> {
  list(here: EnforcingServer, principal: Principal | undefined, cursor: string | undefined): Page;
  enter(here: EnforcingServer, params: CallParams, principal: Principal | undefined): EnteredCall;
}

/** What a call is: of a tool, by its own name or through `call_tool`; or a question about tools, with its answer. */
export type EnteredCall =
  | { readonly answer: ToolResult }
  | { readonly params: CallParams; readonly isInner: boolean };

/** The tools of a server as requests list and call them: all, those of a toolset, or a few and a search. */
export function servedTools<Page extends ListedPage>(
  server: EnforcingServer,
  { discovered, isPart = false }: ShorterList,
  pageOf: ServedTools<Page>["list"],
): ServedTools<Page> {
  const definitionsOf = toolDefiner(server);
  return {
    list(here, principal, cursor) {
      const tools = here.list(principal);
      if (!discovered) {
        const page = pageOf(here, principal, cursor);
        return isPart || here !== server ? { ...page, _meta: listMeta(tools) } : page;
      }
      if (cursor !== undefined) throw protocolError("Invalid cursor");
      const listed = { tools: discovered.list({ tools, definitionsOf }), _meta: listMeta(tools) };
      return listed as unknown as Page;
    },
    enter(here, params, principal) {
      const inner = discovered?.inner(params);
      if (inner) return { params: inner, isInner: true };
      const answer = discovered?.answer(params, { tools: here.list(principal), definitionsOf });
      return answer ? { answer } : { params, isInner: false };
    },
  };
}
