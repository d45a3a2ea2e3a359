import type { Json } from "@proviso/manifest";
import { fieldTextAt } from "@proviso/manifest/fields";
import { formatted } from "./formatted.ts";
import type { SourceText } from "../report/source.ts";
import { parse } from "../syntax/parse.ts";
import { findEntry, findValue, type MapNode, toJson } from "../syntax/syntax-tree.ts";
import { printEntry } from "./print-yaml.ts";
import { printTool, type WrittenContract } from "./write-contract.ts";
import type { ImportedTool } from "./write-tool.ts";
import { mergeEntry, mergeMap, type Merging } from "./merge-value.ts";
import { appendLines, type Editing, editedText } from "./text-edits.ts";

/** The deprecation reason of a tool that the server no longer lists. */
export const goneReason = "The server no longer lists this tool.";

/** What importing again did with a tool or with a field of it. */
export interface ImportChange {
  readonly kind: "added" | "changed" | "removed" | "kept" | "left";
  /** `domain.verb`. */
  readonly tool: string;
  /** The path of the field; absent if it applies to the whole tool. */
  readonly path?: readonly string[];
  /** For `kept`: the server's value; absent if the server has none. */
  readonly server?: Json;
  /** For `changed`: the value before and the new one; absent if there was none, or is none. */
  readonly was?: Json;
  readonly is?: Json;
}

export interface MergeRequest {
  readonly source: SourceText;
  /** As it was imported before; undefined if unknown. */
  readonly base: WrittenContract | undefined;
  readonly next: WrittenContract;
  /** Verbs of imported tools that the server no longer lists. */
  readonly gone: readonly string[];
  changed(change: ImportChange): void;
}

/** Updates an existing contract. Everything that people wrote is kept, comments included. */
export function mergeContract(request: MergeRequest): SourceText {
  const { source, base, next } = request;
  const { tree, comments } = parse(source);
  if (!tree) return source;
  const editing: Editing = { text: source.text, comments, edits: [] };
  const merging = (tool: string): Merging => ({
    ...editing,
    isBaseKnown: base !== undefined,
    changed: (path, { base: was, next: is }) =>
      request.changed({
        kind: "changed",
        tool,
        path,
        ...(was !== undefined && { was }),
        ...(is !== undefined && { is }),
      }),
    kept: (path, server) =>
      request.changed({ kind: "kept", tool, path, ...(server !== undefined && { server }) }),
  });
  mergeNamed(tree, "types", request, merging(`the types of ${next.domain}`));
  mergeNamed(tree, "failureModes", request, merging(`the failures of ${next.domain}`));
  const tools = findValue(tree, "tools");
  if (tools?.kind !== "map") return source;
  for (const tool of next.tools) mergeTool(tools, tool, request, merging(`${next.domain}.${tool.name.verb}`));
  for (const verb of request.gone) markGone(tools, verb, request, merging(`${next.domain}.${verb}`));
  if (editing.edits.length === 0) return source;
  return formatted({ ...source, text: editedText(editing) });
}

/** Updates a section of named values: the types, or the failures. */
function mergeNamed(
  tree: MapNode,
  section: "types" | "failureModes",
  { base, next }: MergeRequest,
  merging: Merging,
): void {
  const names = Object.keys(next[section]);
  if (names.length === 0) return;
  const there = findValue(tree, section);
  if (there?.kind === "map") {
    for (const name of names)
      mergeEntry(there, name, { base: base?.[section][name], next: next[section][name] }, [name], merging);
    return;
  }
  const lines = Object.entries(next[section]).flatMap(([name, value]) => printEntry(name, value, 2));
  appendLines(tree, [`${section}:`, ...lines], merging);
}

function mergeTool(tools: MapNode, tool: ImportedTool, request: MergeRequest, merging: Merging): void {
  const { verb } = tool.name;
  const written = findValue(tools, verb);
  if (written?.kind !== "map") {
    request.changed({ kind: "added", tool: `${request.next.domain}.${verb}` });
    return appendLines(tools, ["", ...printTool(tool, (tools.entries[0]?.keySpan.column ?? 3) - 1)], merging);
  }
  const before = request.base?.tools.find(({ name }) => name.verb === verb);
  replaceComments(written, before, tool, merging);
  // A tool that the server lists again is no longer deprecated for that reason.
  const isBack = isMarkedGone(written);
  const own = Object.keys(tool.fields).filter((field) => !isDecision(field) || before);
  const next = Object.fromEntries(own.map((field) => [field, tool.fields[field] ?? null]));
  const fields = isBack ? { ...before?.fields, deprecated: { reason: goneReason } } : (before?.fields ?? {});
  mergeMap(written, fields, next, [], before || isBack ? { ...merging, isBaseKnown: true } : merging);
}

/** If the previous import is unknown, existing values of these fields are kept. */
function isDecision(field: string): boolean {
  return fieldTextAt([field])?.isProposed === true;
}

/** Updates the import's comments that are still there: the level, the question about effects. */
function replaceComments(
  written: MapNode,
  before: ImportedTool | undefined,
  next: ImportedTool,
  { text, comments, edits }: Merging,
): void {
  for (const field of ["riskLevel", "sideEffects"]) {
    const entry = findEntry(written, field);
    const [asked, asks] = [before?.comments[field], next.comments[field]];
    if (!entry || asked === undefined || asks === undefined || asked === asks) continue;
    const isAbove = (start: number, end: number): boolean =>
      end <= entry.keySpan.start && text.slice(end, entry.keySpan.start).trim() === "" && start > 0;
    const found = comments.find(
      (comment) => comment.text === `# ${asked}` && isAbove(comment.span.start, comment.span.end),
    );
    if (found) edits.push({ start: found.span.start, end: found.span.end, text: `# ${asks}` });
  }
}

function isMarkedGone(written: MapNode): boolean {
  const mark = findValue(written, "deprecated");
  return mark !== undefined && JSON.stringify(toJson(mark)) === JSON.stringify({ reason: goneReason });
}

function markGone(tools: MapNode, verb: string, request: MergeRequest, merging: Merging): void {
  const written = findValue(tools, verb);
  if (written?.kind !== "map" || findEntry(written, "deprecated")) return;
  request.changed({ kind: "removed", tool: `${request.next.domain}.${verb}` });
  const column = (written.entries[0]?.keySpan.column ?? 5) - 1;
  appendLines(written, printEntry("deprecated", { reason: goneReason }, column), merging);
}
