import { formatted } from "../formatted.ts";
import { compile } from "../../compile/compile.ts";
import type { SourceText } from "../../report/source.ts";
import { parse } from "../../syntax/parse.ts";
import {
  entriesOf,
  findEntry,
  findValue,
  type MapEntry,
  type MapNode,
  textOf,
} from "../../syntax/syntax-tree.ts";
import { suggestionMark } from "../levels/describe-suggestion.ts";
import { questions } from "../classify.ts";
import { printEntry } from "../print-yaml.ts";
import { appendLines, type Editing, editedText, removeEntry, replaceEntry } from "../text-edits.ts";
import type { GroupedTool, QuestionGroup } from "./question-groups.ts";

export interface AnsweredGroup {
  /** The contracts that the answer changed. */
  readonly contracts: readonly SourceText[];
  /** Tools whose contracts would have errors with this answer: their question stays open. */
  readonly left: readonly string[];
}

/** Accepts the question of a group for all of its tools. Contracts that compile still do afterwards. */
export function answerGroup(sources: readonly SourceText[], group: QuestionGroup): AnsweredGroup {
  const left = new Set<string>();
  for (;;) {
    const tools = group.tools.filter(({ tool }) => !left.has(tool));
    const contracts = tools.length === 0 ? [] : sources.flatMap((source) => answeredContract(source, tools));
    const bad = toolsWithErrors(sources, contracts).filter((tool) =>
      tools.some((each) => each.tool === tool),
    );
    if (bad.length === 0) return { contracts, left: [...left] };
    for (const tool of bad) left.add(tool);
  }
}

function toolsWithErrors(sources: readonly SourceText[], changed: readonly SourceText[]): readonly string[] {
  const paths = new Set(changed.map(({ path }) => path));
  const all = [...sources.filter(({ path }) => !paths.has(path)), ...changed];
  const errors = compile(all).diagnostics.filter(({ severity }) => severity === "error");
  return errors.flatMap(({ span }) => {
    const source = all.find(({ path }) => path === span.file);
    const tool = source && toolAt(source, span.start);
    return tool === undefined ? [] : [tool];
  });
}

function toolAt(source: SourceText, offset: number): string | undefined {
  const { tree } = parse(source);
  const domain = textOf(findValue(tree, "domain"));
  const entry = entriesOf(findValue(tree, "tools")).findLast(({ keySpan }) => keySpan.start <= offset);
  return entry && domain !== undefined ? `${domain}.${entry.key}` : undefined;
}

function answeredContract(source: SourceText, answered: readonly GroupedTool[]): readonly SourceText[] {
  const { tree, comments } = parse(source);
  const domain = textOf(findValue(tree, "domain"));
  if (!tree || domain === undefined) return [];
  const editing: Editing = { text: source.text, comments, edits: [] };
  const declared: Record<string, string> = {};
  for (const entry of entriesOf(findValue(tree, "tools"))) {
    const tool = answered.find((each) => each.tool === `${domain}.${entry.key}`);
    if (!tool || entry.value.kind !== "map") continue;
    answerTool(entry.value, tool, editing);
    Object.assign(declared, tool.permissions);
  }
  if (editing.edits.length === 0) return [];
  declarePermissions(tree, declared, editing);
  return [formatted({ ...source, text: editedText(editing) })];
}

function answerTool(written: MapNode, { fields }: GroupedTool, editing: Editing): void {
  const column = (written.entries[0]?.keySpan.column ?? 5) - 1;
  const added: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const entry = findEntry(written, field);
    if (entry) removeQuestions(entry, editing);
    if (entry && value === null) removeEntry(entry, editing);
    else if (entry) replaceEntry(entry, value, editing);
    else if (value !== null) added.push(...printEntry(field, value, column));
  }
  if (added.length > 0) appendLines(written, added, editing);
}

/** Removes the comments of the import above a field that is answered. */
function removeQuestions({ keySpan }: MapEntry, { text, comments, edits }: Editing): void {
  for (const { span, text: comment } of comments) {
    const said = comment.replace(/^#\s*/, "");
    const isOurs = said.startsWith(suggestionMark) || Object.values<string>(questions).includes(said);
    const isAbove = span.end <= keySpan.start && text.slice(span.end, keySpan.start).trim() === "";
    if (isOurs && isAbove) edits.push({ start: span.start, end: keySpan.start, text: "" });
  }
}

function declarePermissions(tree: MapNode, wanted: Readonly<Record<string, string>>, editing: Editing): void {
  const there = findValue(tree, "permissions");
  const lines = Object.entries(wanted)
    .filter(([name]) => !findEntry(there, name))
    .flatMap(([name, description]) => printEntry(name, description, 2));
  if (lines.length === 0) return;
  if (there?.kind === "map") return appendLines(there, lines, editing);
  const at = findEntry(tree, "tools")?.keySpan.start ?? editing.text.length;
  editing.edits.push({ start: at, end: at, text: `permissions:\n${lines.join("\n")}\n\n` });
}
