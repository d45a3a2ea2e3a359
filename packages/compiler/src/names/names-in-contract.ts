import { gateFields } from "@proviso/manifest";
import { fieldTextAt } from "@proviso/manifest/fields";
import { type ContractDocument } from "../decode/decode.ts";
import { compareText } from "../report/diagnostic.ts";
import type { SourceText, Span } from "../report/source.ts";
import type { ProjectNames } from "../resolve/project-names.ts";
import { isImplied } from "../resolve/symbols.ts";
import { fullName, permissionPattern } from "../resolve/used-names.ts";
import {
  entriesOf,
  findValue,
  itemsOf,
  type MapEntry,
  type MapNode,
  type SyntaxNode,
  textsIn,
} from "../syntax/syntax-tree.ts";
import { compileSchema } from "../schemas/compile-schema.ts";
import { localName, type WrittenKind, type WrittenName } from "./written-name.ts";

interface ReadSource {
  readonly source: SourceText;
  readonly tree: MapNode;
  readonly document: ContractDocument;
}

/** Every name that a contract declares or refers to, in the order of the text. */
export function namesInContract(
  { source, tree, document }: ReadSource,
  names: Pick<ProjectNames, "typeNames">,
): readonly WrittenName[] {
  const domain = document.fields.domain?.value;
  if (domain === undefined) return [];
  const note: NoteName = (kind, name, span, declares) => {
    const written = { kind, name, span };
    const renamed = renamedPart(written, source.text);
    found.set(`${kind} ${span.start}`, {
      ...written,
      ...(declares && { declares }),
      ...(renamed && { renamed }),
    });
  };
  const found = new Map<string, WrittenName>();
  noteDeclarations(tree, domain, note);
  for (const { key, value } of entriesOf(findValue(tree, "tools")))
    noteReferences(value, { domain, source, note, tool: `${domain}.${key}` });
  noteTypes(document, domain, names, note);
  return [...found.values()].toSorted((a, b) => a.span.start - b.span.start || compareText(a.kind, b.kind));
}

type NoteName = (kind: WrittenKind, name: string, span: Span, declares?: WrittenName["declares"]) => void;

interface InTool {
  readonly domain: string;
  readonly source: SourceText;
  readonly note: NoteName;
  readonly tool: string;
}

const sections = {
  types: "type",
  permissions: "permission",
  failureModes: "failure",
  effects: "effect",
  tools: "tool",
} as const;

function noteDeclarations(tree: MapNode, domain: string, note: NoteName): void {
  for (const [section, kind] of Object.entries(sections))
    for (const { key, keySpan, value } of entriesOf(findValue(tree, section))) {
      const [description] = textsIn(value.kind === "map" ? findValue(value, "description") : value);
      const nameExtent = { start: keySpan.start, end: Math.max(keySpan.end, value.span.end) };
      const isText = kind === "permission" || value.kind === "map";
      const described = isText && description ? { description: description.text } : {};
      note(kind, kind === "permission" ? key : `${domain}.${key}`, keySpan, {
        extent: nameExtent,
        ...described,
      });
    }
}

function noteReferences(tool: SyntaxNode, within: InTool): void {
  noteFields(tool, [], within);
  for (const { text, span } of approversIn(tool)) within.note("permission", text, span);
  for (const { text, span } of effectsIn(tool)) within.note("effect", fullName(within.domain, text), span);
  for (const { value } of conditionsIn(tool)) notePermissionsIn(value.span, within.source, within.note);
}

/** Notes what fields name, each by what it says that it refers to. */
function noteFields(node: SyntaxNode, path: readonly string[], within: InTool): void {
  for (const { key, value } of entriesOf(node)) {
    const at = [...path, key];
    const { refersTo: kind, fields } = fieldTextAt(at) ?? {};
    if (fields) noteFields(value, at, within);
    if (kind === undefined || kind === "argument") continue;
    for (const { text, span } of textsIn(value))
      if (kind !== "failure") within.note(kind, text, span);
      else if (!isImplied(text)) within.note(kind, fullName(within.domain, text), span);
  }
}

function noteTypes(
  { fields }: ContractDocument,
  domain: string,
  { typeNames }: Pick<ProjectNames, "typeNames">,
  note: NoteName,
): void {
  const noted = (full: string, span: Span): void => note("type", full, span);
  const scope = { domain, declared: typeNames, isIncomplete: () => true, noted };
  // The pipeline reports what is wrong in a schema.
  const visit = (node: SyntaxNode | undefined, isObject: boolean): void => {
    if (node) compileSchema(node, { ...scope, isObject }, () => undefined);
  };
  for (const { value } of fields.types ?? []) visit(value, false);
  for (const { value } of fields.tools ?? []) {
    const { inputSchema, outputSchema, dryRun } = value.fields;
    for (const schema of [inputSchema, outputSchema, dryRun?.fields.preview]) visit(schema, true);
  }
}

/** What approvers must hold, of the tool and of its refinements. */
function approversIn(tool: SyntaxNode): ReturnType<typeof textsIn> {
  return entriesOf(tool).flatMap(({ key, value }) => {
    if (key === "refine") return itemsOf(value).flatMap(approversIn);
    return key === "confirmation" ? textsIn(findValue(value, "from")) : [];
  });
}

/** The effects that are named by the tool and its refinements. */
function effectsIn(tool: SyntaxNode): ReturnType<typeof textsIn> {
  return entriesOf(tool).flatMap(({ key, value }) => {
    if (key === "refine") return itemsOf(value).flatMap(effectsIn);
    return key === "sideEffects" ? itemsOf(value).flatMap((item) => textsIn(findValue(item, "effect"))) : [];
  });
}

/** The entries whose value is a condition, wherever they are in a tool. */
function conditionsIn(node: SyntaxNode): readonly MapEntry[] {
  const owners = entriesOf(node).filter(({ key }) => [...gateFields, "refine"].includes(key));
  const within = (value: SyntaxNode): readonly MapEntry[] => {
    if (value.kind === "list") return value.items.flatMap(within);
    return entriesOf(value).flatMap((entry) => (entry.key === "when" ? [entry] : within(entry.value)));
  };
  return owners.flatMap(({ value }) => within(value));
}

function notePermissionsIn({ start, end, ...span }: Span, { text }: SourceText, note: NoteName): void {
  const written = text.slice(start, end);
  for (const { index, 0: name } of written.matchAll(permissionPattern)) {
    const before = written.slice(0, index).split("\n");
    const line = span.line + before.length - 1;
    const column = (before.length === 1 ? span.column : 1) + (before.at(-1)?.length ?? 0);
    const from = start + index;
    const place = { line, column, endLine: line, endColumn: column + name.length };
    note("permission", name, { ...span, ...place, start: from, end: from + name.length });
  }
}

/** The local name as written: perhaps after a domain, in quotes, or after `#/types/`. */
function renamedPart(
  written: Pick<WrittenName, "kind" | "name" | "span">,
  text: string,
): WrittenName["renamed"] {
  const { start, end } = written.span;
  const local = localName(written);
  const shown = text.slice(start, end);
  const quotes = /["']$/.test(shown) ? 1 : 0;
  const from = end - quotes - local.length;
  const isShown = text.slice(from, end - quotes) === local && from >= start;
  return isShown ? { start: from, end: end - quotes } : undefined;
}
