import { type Facet, type Guard, type Tool, createToolSet, facets } from "@proviso/client";
import type { ClientHost } from "../session/session.ts";
import { printJson } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import { plural } from "../view/text.ts";
import { viewTools } from "../view/tools.ts";

export interface ToolsArguments {
  readonly by: string;
  readonly search?: string | undefined;
  readonly json: boolean;
}

/** Lists the tools that the server offers to this principal. */
export async function toolsCommand(
  guard: Guard,
  host: ClientHost,
  { by, search, json }: ToolsArguments,
): Promise<0> {
  if (!isFacet(by)) throw new UsageError(`--by ${by}: choose one of ${Object.keys(facets).join(", ")}`);
  const { tools: all } = await guard.inspect();
  const tools = search === undefined ? all : createToolSet(all.search(search).tools);
  if (json) host.out(printJson(tools.tools.map(toolsSummary), 2));
  else
    host.out(
      `${viewTools(tools, by)}\n\n${plural(tools.tools.length, "tool")}; \`backoffice show TOOL\` explains one.`,
    );
  return 0;
}

function isFacet(by: string): by is Facet {
  return Object.hasOwn(facets, by);
}

function toolsSummary({ name, title, classification, metadata, contract }: Tool): object {
  const { riskLevel, category, permissions } = contract ?? {};
  return { name, title, classification, riskLevel, category, permissions, metadata };
}
