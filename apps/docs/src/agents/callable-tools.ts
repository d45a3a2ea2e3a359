import { type CollectionEntry, getCollection } from "astro:content";
import type { PageFacts } from "../content.config.ts";
import { byDanger } from "../explorer/does.ts";
import type { AgentTool } from "./agent-view.ts";

/** The page of a tool that agents may call. */
export interface ToolPage {
  readonly href: string;
  readonly title: string;
  readonly description: string;
  readonly tool: CallableFacts;
}

type CallableFacts = PageFacts & Required<Pick<PageFacts, "asked">>;

/** The pages of all tools that agents may call, the most dangerous first. */
export async function callableTools(): Promise<readonly ToolPage[]> {
  const pages = (await getCollection("docs")).flatMap(toolPageOf);
  return pages.toSorted((one, other) => byDanger(one.tool, other.tool));
}

function toolPageOf({ id, data }: CollectionEntry<"docs">): readonly ToolPage[] {
  const { tool, title, description = "" } = data;
  if (!tool?.asked) return [];
  return [{ href: `/${id}/`, title, description, tool: { ...tool, asked: tool.asked } }];
}

/** What each permission that such a tool needs allows, by name. */
export async function neededPermissions(pages: readonly ToolPage[]): Promise<ReadonlyMap<string, string>> {
  const needed = new Set(pages.flatMap(({ tool }) => tool.permissions));
  const declared = (await getCollection("docs")).flatMap(({ data }) =>
    Object.entries(data.permissions ?? {}),
  );
  return new Map(declared.filter(([name]) => needed.has(name)));
}

export function asAgentTool({ tool }: ToolPage): AgentTool {
  const { name, permissions, readsPrivate, returnsUntrusted, leavesSystem, sendsUnasked, does, asked } = tool;
  return {
    name,
    permissions,
    dataFlow: { readsPrivate, returnsUntrusted, sendsOut: leavesSystem },
    sendsUnasked,
    does,
    asked,
  };
}
