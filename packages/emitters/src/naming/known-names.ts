// Names that other packages need, in a module of its own, so that reading them loads no emitter.

import { type Layout, manifestPath } from "./domain-file.ts";
import { templateLiteralIn } from "../text/literal-text.ts";

export { manifestPath };
export type { Layout };

/** The manifest as JSON in a file at `manifestPath`. */
export function manifestJsonIn(text: string, layout: Layout): string {
  return layout === "packages" ? text : templateLiteralIn(text);
}

/** Every emitter that a project can ask for, in the order in which they run. */
export const emitterNames = ["server", "client", "schemas", "docs", "hosts"] as const;
export type EmitterName = (typeof emitterNames)[number];

/** The built-in templates. A project overrides one by giving a text of the same name. */
export const templateNames = [
  "frontmatter",
  "tool-table",
  "field-table",
  "index",
  "groups",
  "by-safety",
  "safety-row",
  "tool-list",
  "tool-sections",
  "tool-row",
  "tool",
  "domain",
  "failure-modes",
  "llms",
  "llms-domain",
  "docs-readme",
  "schemas-readme",
  "hosts-readme",
] as const;
export type TemplateName = (typeof templateNames)[number];
