import type { ToolDefinition } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";
import { toolDefiner } from "./definition.ts";

export interface PageOptions {
  /**
   * The most tools that one page of `tools/list` holds. Defaults to all tools on one page, because
   * many clients never follow a cursor and would not see the tools of further pages.
   */
  readonly toolsPerPage?: number;
}

/** Lists what a principal sees of a server, as the request sees that: with the tools of its toolset. */
export type ListPage<Page> = (
  here: EnforcingServer,
  principal: Principal | undefined,
  cursor: string | undefined,
) => Page;

/** A result of `tools/list`. */
interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}

/**
 * Makes the pages of the tools that a principal can see, sorted by name over MCP. A page starts
 * after the name that its cursor holds, so a change of the list between two pages neither repeats
 * nor skips a tool that stays. Throws a TypeError for an invalid option.
 */
export function toolPages(
  server: EnforcingServer,
  { toolsPerPage = Infinity }: PageOptions,
): ListPage<ToolPage> {
  if (toolsPerPage !== Infinity && !(Number.isSafeInteger(toolsPerPage) && toolsPerPage > 0))
    throw new TypeError("`toolsPerPage` must be an integer, more than 0");
  const definitionsOf = toolDefiner(server);
  return (here, principal, cursor) => {
    const all = here.list(principal).flatMap(definitionsOf);
    if (cursor === undefined && toolsPerPage === Infinity) return { tools: all };
    const last = cursor === undefined ? "" : openCursor(server, principal, cursor);
    const left = all.filter(({ name }) => name > last).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const tools = left.slice(0, toolsPerPage);
    const end = tools.at(-1);
    if (!end || tools.length === left.length) return { tools };
    return { tools, nextCursor: server.cursors.seal(end.name, principal) };
  };
}

/** The error is the same for every cursor and every caller. */
function openCursor({ cursors }: EnforcingServer, principal: Principal | undefined, cursor: string): string {
  const name = cursors.open(cursor, principal);
  if (name === undefined) throw protocolError("Invalid cursor");
  return name;
}
