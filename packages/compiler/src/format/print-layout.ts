import type { FileLayout } from "./read-layout.ts";
import type { LayoutBlock, Item, LayoutSchema } from "./layout.ts";
import { inOrder, placeOfEntry, placeOfItem } from "./layout.ts";

/** Two spaces a level; at most one empty line, and one around parts of a file and long tools. */
export function printLayout({ header, root, footer }: FileLayout, layoutPlace: LayoutSchema): string {
  const lines = [...header, ...printBlock(root, 0, layoutPlace, spaced), ...footer];
  const tidy = lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
  return `${tidy.join("\n").replaceAll(emptyInText, "").trim()}\n`;
}

/** Stands for an empty line in a text of several lines. YAML does not allow the character. */
const emptyInText = "\0";

/** The blocks whose entries stand apart: the file, and its tools. */
interface Spacing {
  readonly isSpaced: boolean;
  below(key: string): Spacing;
}

const dense: Spacing = { isSpaced: false, below: () => dense };
const spacedTools: Spacing = { isSpaced: true, below: () => dense };
const spaced: Spacing = { isSpaced: true, below: (key) => (key === "tools" ? spacedTools : dense) };

function printBlock(
  block: LayoutBlock,
  indent: number,
  layoutPlace: LayoutSchema,
  spacing: Spacing,
): readonly string[] {
  const items =
    block.kind === "map" ? inOrder(block.items, ({ key }) => key ?? "", layoutPlace) : block.items;
  let wasLong = false;
  return items.flatMap((item, index) => {
    const inner = item.key === undefined ? placeOfItem(layoutPlace) : placeOfEntry(layoutPlace, item.key);
    const isLast = index === items.length - 1;
    const lines = printItem(item, { indent, place: inner, spacing: spacing.below(item.key ?? ""), isLast });
    const isLong = lines.length - item.after.length > 1;
    const before = spacing.isSpaced ? item.before.filter((line) => line !== "") : item.before;
    const needsSpace = spacing.isSpaced && index > 0 && (isLong || wasLong);
    wasLong = isLong;
    const above = index === 0 ? withoutLeadingSpace(before) : before;
    return [...(needsSpace ? [""] : []), ...indentedLines(above, indent), ...lines];
  });
}

function withoutLeadingSpace(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== "");
  return first === -1 ? [] : lines.slice(first);
}

interface SpacingAround {
  readonly indent: number;
  readonly place: LayoutSchema;
  readonly spacing: Spacing;
  readonly isLast: boolean;
}

function printItem(
  item: Item,
  { indent, place: layoutPlace, spacing, isLast }: SpacingAround,
): readonly string[] {
  const [first, ...rest] = (item.value ?? []).map((line) => line || emptyInText);
  const head = [item.head, first, item.comment].filter((part) => part !== undefined && part !== "").join(" ");
  // Deeper than what follows, as it was read: else it would belong to that the next time.
  const after = indentedLines(item.after, isLast && !item.block ? indent : indent + 2);
  if (!item.block) return [...indentedLines([head, ...rest], indent), ...after];
  const inner = printBlock(item.block, indent + 2, layoutPlace, spacing);
  if (item.key !== undefined || item.comment !== undefined || item.block.kind === "list")
    return [...indentedLines([head], indent), ...withoutLeadingSpace(after), ...inner];
  // The first entry of a map in a list is on the line of the dash; its comments are above.
  const at = inner.findIndex((line) => line !== "" && !line.trimStart().startsWith("#"));
  const comments = inner.slice(0, at).map((line) => line.trim());
  const start = `${" ".repeat(indent)}- ${(inner[at] ?? "").trimStart()}`;
  return [...indentedLines(comments, indent), start, ...inner.slice(at + 1)];
}

function indentedLines(lines: readonly string[], indent: number): readonly string[] {
  return lines.map((line) => (line === "" || line === emptyInText ? line : " ".repeat(indent) + line));
}
