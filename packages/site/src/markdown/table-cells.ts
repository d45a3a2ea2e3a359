import { defineHastPlugin, type HastNode } from "satteri";

type HastElement = Extract<HastNode, { readonly type: "element" }>;

const riskWords: ReadonlySet<string> = new Set(["low", "medium", "high", "critical", "forbidden"]);

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
