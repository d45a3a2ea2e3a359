import { fileURLToPath } from "node:url";
import { defineHastPlugin } from "satteri";
import { generatedDocs, pageId } from "./page-id.ts";

const siteRoot = new URL(`../../${generatedDocs}/`, import.meta.url);
const riskWords: ReadonlySet<string> = new Set(["low", "medium", "high", "critical", "forbidden"]);

/**
 * Links between generated pages are relative `.md` files, so that they work on GitHub. Here they become addresses of the site.
 */
export const resolveLinks = defineHastPlugin({
  name: "resolve-links",
  element: {
    filter: ["a"],
    visit(node, context) {
      const href = node.properties["href"];
      if (typeof href !== "string" || !/^[^:#]+\.md(?:#.*)?$/.test(href) || !context.fileURL) return;
      const target = new URL(href, context.fileURL);
      const path = fileURLToPath(target).slice(fileURLToPath(siteRoot).length);
      context.setProperty(node, "href", `/${pageId(path)}/${target.hash}`);
    },
  },
});

/** A table cell with only a risk level gets a class, for its colour. */
export const markRisks = defineHastPlugin({
  name: "mark-risks",
  element: {
    filter: ["td"],
    visit(node, context) {
      const words = context.textContent(node).trim();
      const level = words.split(":", 1)[0] ?? "";
      if (words === level && riskWords.has(level))
        context.setProperty(node, "className", ["risk", `risk-${level}`]);
    },
  },
});
