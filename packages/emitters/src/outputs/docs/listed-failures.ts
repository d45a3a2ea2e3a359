import type { ToolModel } from "@proviso/compiler";
import type { FailureMode } from "@proviso/manifest";
import { code, joined, link, type Markdown } from "../../text/markdown.ts";
import { failuresPage, relativePath, toolPage } from "./page-paths.ts";

/** A failure mode, and the tools of one domain that have it. */
export interface ListedFailure {
  readonly mode: FailureMode;
  readonly count: number;
  /** Links to the tools; empty for an implied mode, whose tools are counted. */
  readonly tools: Markdown;
}

/** Each failure mode of these tools once, in order of first use. */
export function listedFailures(tools: readonly ToolModel[]): readonly ListedFailure[] {
  const rowsByFailure = new Map<string, { readonly mode: FailureMode; readonly tools: ToolModel[] }>();
  for (const tool of tools)
    for (const mode of tool.failureModes) {
      const key = JSON.stringify(mode);
      const known = rowsByFailure.get(key);
      if (known) known.tools.push(tool);
      else rowsByFailure.set(key, { mode, tools: [tool] });
    }
  return [...rowsByFailure.values()].map(({ mode, tools: having }) => ({
    mode,
    count: having.length,
    tools: joined(mode.implied ? [] : having.map(toolLink), ", "),
  }));
}

function toolLink(tool: ToolModel): Markdown {
  return link(code(tool.name), relativePath(failuresPage, toolPage(tool)));
}
