import type { ToolModel } from "@proviso/compiler";
import type { Hints } from "@proviso/manifest";
import { isVisible } from "../../naming/project-outline.ts";
import { asksWord, idempotence } from "./describe.ts";
import { code, link, type Markdown, phrase, text } from "../../text/markdown.ts";
import type { PageView } from "./page.ts";
import { relativePath, toolPage } from "./page-paths.ts";

/** A tool's row on the page about safety. An empty cell means no: each "yes" stands out. */
export function safetyRow(from: string, tool: ToolModel): PageView {
  const markPhrase = (hint: keyof Hints): Markdown =>
    isVisible(tool) && tool.hints[hint] ? phrase`yes` : phrase``;
  const href = relativePath(from, toolPage(tool)) as Markdown;
  return {
    name: link(code(tool.name), href),
    risk: text(tool.riskLevel),
    readOnly: markPhrase("readOnlyHint"),
    destructive: markPhrase("destructiveHint"),
    idempotent: text((isVisible(tool) && idempotence(tool)?.replace(/^.* /, "")) || ""),
    openWorld: markPhrase("openWorldHint"),
    agentic: markPhrase("agencyHint"),
    asks: asksWord(tool, href),
  };
}
