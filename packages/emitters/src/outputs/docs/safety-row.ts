import type { ToolModel } from "@proviso/compiler";
import { asksWord } from "./describe.ts";
import { code, link, type Markdown, phrase, text } from "../../markdown/markdown.ts";
import type { PageView } from "./page.ts";
import { relativePath, toolPage } from "./page-paths.ts";

/** What the page about safety says of each tool. */
export function safetyRow(from: string, tool: ToolModel): PageView {
  const { readOnlyHint, destructiveHint, openWorldHint, agencyHint } = tool.hints;
  return {
    name: link(code(tool.name), relativePath(from, toolPage(tool))),
    risk: text(tool.riskLevel),
    readOnly: mark(readOnlyHint),
    destructive: mark(destructiveHint),
    openWorld: mark(openWorldHint),
    agentic: mark(agencyHint),
    asks: asksWord(tool),
  };
}

/** An empty cell for no: in a wide table only what holds should catch the eye. */
function mark(value: boolean | undefined): Markdown {
  return value ? phrase`yes` : phrase``;
}
