import { type Change, type Bump, bumpOf } from "@proviso/changes";
import { inert } from "../diff/inert.ts";
import { countOf } from "../terminal/count.ts";

type ChangeGroup = { readonly title: string; readonly changes: readonly Change[] };

/** The most lines of one group in a changeset; the rest is counted. */
const maxLines = 40;

/**
 * What a changelog says: one line that a person reads first, then what each tool does otherwise.
 * Reworded texts are counted by tool. Contract text is escaped, so that it stays text.
 */
export function summarize(changes: readonly Change[]): string {
  const of = (bump: Bump): readonly Change[] => changes.filter((change) => bumpOf(change) === bump);
  const major = of("major");
  const groups: readonly ChangeGroup[] = [
    { title: "Less strict", changes: major.filter(({ safety }) => safety === "loosened") },
    { title: "Callers have to change", changes: major.filter(({ safety }) => safety !== "loosened") },
    { title: "New or stricter", changes: of("minor") },
  ].filter((group) => group.changes.length > 0);
  const reworded = [...new Set(of("patch").map(({ tool }) => tool))].filter((tool) => tool !== "");
  const sections = groups.map(({ title, changes: list }) => `**${title}**\n\n${lines(list)}`);
  const words = reworded.length === 0 ? [] : [`Texts and examples of ${names(reworded)} were revised.`];
  return [firstLine(changes), ...sections, ...words].join("\n\n");
}

function firstLine(changes: readonly Change[]): string {
  const part = (verb: string, keep: (change: Change) => boolean): readonly string[] => {
    const tools = [...new Set(changes.filter(keep).map(({ tool }) => tool))];
    return tools.length === 0 ? [] : [`${verb} ${names(tools)}`];
  };
  const found = [
    ...part("adds", ({ id }) => id === "tool-added"),
    ...part("removes", ({ id }) => id === "tool-removed"),
    ...part("makes less strict", ({ safety, tool }) => safety === "loosened" && tool !== ""),
    ...part("makes stricter", ({ safety, tool }) => safety === "tightened" && tool !== ""),
  ];
  const revised = [...part("revises", ({ tool }) => tool !== ""), "revises the contracts"].slice(0, 1);
  const line = (found.length > 0 ? found : revised).join(", ");
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}.`;
}

function names(tools: readonly string[]): string {
  const shown = tools.slice(0, 5).map((tool) => `\`${tool}\``);
  const moreTools = tools.length - shown.length;
  if (moreTools > 0) return `${shown.join(", ")} and ${countOf(moreTools, "more tool")}`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}` : (shown[0] ?? "");
}

function lines(changes: readonly Change[]): string {
  const shownChanges = changes.slice(0, maxLines).map((change) => `- ${inert(change.message)}`);
  const moreChanges = changes.length - shownChanges.length;
  return [...shownChanges, ...(moreChanges > 0 ? [`- ${countOf(moreChanges, "more change")}`] : [])].join(
    "\n",
  );
}
