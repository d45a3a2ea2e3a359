import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineHastPlugin, type HastNode } from "satteri";
import { pageId } from "./page-id.ts";

type HastElement = Extract<HastNode, { readonly type: "element" }>;

const riskWords: ReadonlySet<string> = new Set(["low", "medium", "high", "critical", "forbidden"]);

/**
 * Links between generated pages are relative `.md` files, so that they work on GitHub. Here they become addresses of the site.
 */
export function resolveLinks(docs: string) {
  return defineHastPlugin({
    name: "resolve-links",
    element: {
      filter: ["a"],
      visit(node, context) {
        const href = node.properties["href"];
        if (typeof href !== "string" || !/^[^:#]+\.md(?:#.*)?$/.test(href) || !context.fileURL) return;
        const target = new URL(href, context.fileURL);
        const path = relative(docs, fileURLToPath(target)).replaceAll("\\", "/");
        context.setProperty(node, "href", `/${pageId(path)}/${target.hash}`);
      },
    },
  });
}

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

/** Each cell gets the heading of its column, which phones show beside it: there a row is a card. */
export const labelCells = defineHastPlugin({
  name: "label-cells",
  element: {
    filter: ["table"],
    visit(table, context) {
      const rows = elementsIn(elementsIn([table], "thead", "tbody"), "tr");
      // Of two columns, the first says what the second is.
      const headings = elementsIn(rows.slice(0, 1), "th").map((cell) => context.textContent(cell).trim());
      if (headings.length < 3) return;
      for (const row of rows.slice(1))
        for (const [index, cell] of elementsIn([row], "td").entries())
          if (index > 0) context.setProperty(cell, "data-label", headings[index] ?? "");
    },
  },
});

/** The children with one of these names, of elements in order. */
function elementsIn(
  parents: readonly Readonly<HastElement>[],
  ...names: readonly string[]
): readonly Readonly<HastElement>[] {
  return parents.flatMap(({ children }) =>
    children.filter(
      (child): child is HastElement => child.type === "element" && names.includes(child.tagName),
    ),
  );
}
