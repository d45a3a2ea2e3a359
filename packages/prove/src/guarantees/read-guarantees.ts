import {
  type Diagnostic,
  findEntry,
  type MapEntry,
  type MapNode,
  nearest,
  parse,
  type Report,
  type SourceText,
  type Span,
  type SyntaxNode,
} from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { checkCondition } from "@proviso/manifest/condition";
import { guaranteeErrors } from "./problems.ts";
import { type Claim, nearestSentence, readSentence } from "./sentence.ts";

/** One guarantee of `guarantees.yaml`. */
export interface Guarantee {
  readonly sentence: string;
  readonly claim: Claim;
  /** CEL over `input`: only calls for which it holds, or cannot be evaluated. */
  readonly where?: string;
  /** Only these tools. */
  readonly tools?: readonly string[];
  /** Only what a caller with these permissions can call. */
  readonly permissions?: readonly string[];
  readonly span: Span;
}

export interface GuaranteesResult {
  /** Absent if there is an error. */
  readonly guarantees?: readonly Guarantee[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The name of the file, beside `proviso.yaml`. */
export const guaranteesName = "guarantees.yaml";

const topKeys = ["proviso", "guarantees"];
const ownKeys = ["say", "where", "tools", "permissions"];
const example = "say: no tool that deletes runs unasked";

/** Reads `guarantees.yaml` as strictly as a contract, and looks up the names that it mentions. */
export function readGuarantees(source: SourceText, manifest: Manifest): GuaranteesResult {
  const { tree, diagnostics } = parse(source);
  if (!tree) return { diagnostics };
  const found: Diagnostic[] = [];
  const guarantees = decode(tree, manifest, (diagnostic) => void found.push(diagnostic));
  return found.length > 0 ? { diagnostics: found } : { guarantees, diagnostics: [] };
}

function decode(tree: MapNode, manifest: Manifest, report: Report): readonly Guarantee[] {
  reportUnknown(tree, topKeys, report);
  const [version, list] = [findEntry(tree, "proviso"), findEntry(tree, "guarantees")];
  const start = {
    ...tree.span,
    end: tree.span.start + 1,
    endLine: tree.span.line,
    endColumn: tree.span.column + 1,
  };
  if (!version) report(guaranteeErrors.at(start, "missing-key", { key: "proviso", example: "proviso: 1" }));
  else if (version.value.kind !== "scalar" || version.value.value !== 1) wrong(version, "`1`", report);
  if (!list) report(guaranteeErrors.at(start, "missing-key", { key: "guarantees", example: "guarantees:" }));
  if (!list) return [];
  if (list.value.kind !== "list") return wrong(list, "a list of guarantees", report) ?? [];
  const guarantees = list.value.items.flatMap((item) => readOne(item, list, manifest, report));
  const said = new Set<string>();
  for (const { sentence, where = "", tools = [], permissions = [], span } of guarantees) {
    const key = JSON.stringify([sentence, where, tools, permissions]);
    if (said.has(key)) report(guaranteeErrors.at(span, "repeated-sentence", { sentence }));
    said.add(key);
  }
  return guarantees;
}

function readOne(item: SyntaxNode, list: MapEntry, manifest: Manifest, report: Report): readonly Guarantee[] {
  if (item.kind === "list")
    return wrong({ ...list, value: item }, "a list of sentences and maps", report) ?? [];
  if (item.kind === "scalar") return claimed(item, {}, manifest, report);
  reportUnknown(item, ownKeys, report);
  const say = findEntry(item, "say");
  if (!say) {
    report(guaranteeErrors.at(item.span, "missing-key", { key: "say", example }));
    return [];
  }
  const where = readText(findEntry(item, "where"), "a condition in CEL over `input`", report);
  const tools = readNames(
    findEntry(item, "tools"),
    manifest.tools.map(({ name }) => name),
    "unknown-tool",
    report,
  );
  const known = [...Object.keys(manifest.permissions), ...manifest.tools.flatMap((tool) => tool.permissions)];
  const permissions = readNames(findEntry(item, "permissions"), known, "unknown-permission", report);
  const entry = findEntry(item, "where");
  if (where !== undefined && entry) checkWhere(where, tools, entry.value.span, manifest, report);
  const parts = {
    ...(where !== undefined && { where }),
    ...(tools && { tools }),
    ...(permissions && { permissions }),
  };
  return claimed(say.value, parts, manifest, report);
}

function claimed(
  node: SyntaxNode,
  parts: Pick<Guarantee, "where" | "tools" | "permissions">,
  { tools }: Manifest,
  report: Report,
): readonly Guarantee[] {
  const { span } = node;
  const sentence = node.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
  if (sentence === undefined) {
    report(guaranteeErrors.at(span, "wrong-value", { key: "say", wanted: "a sentence" }));
    return [];
  }
  const claim = readSentence(sentence);
  if (!claim) {
    report(guaranteeErrors.at(span, "unknown-sentence", { sentence, nearest: nearestSentence(sentence) }));
    return [];
  }
  if ("needsPermissions" in claim && claim.needsPermissions && !parts.permissions) {
    const [permission = "notes:read"] = tools.flatMap((tool) => tool.permissions);
    report(
      guaranteeErrors.at(span, "missing-key", {
        key: "permissions",
        example: `permissions: [${permission}]`,
      }),
    );
  }
  const isOfCalls = claim.kind === "asked" || claim.kind === "log-in" || claim.kind === "repeated";
  for (const key of ["where", "tools"] as const)
    if (!isOfCalls && parts[key] !== undefined)
      report(
        guaranteeErrors.at(span, "wrong-value", { key, wanted: "left out: the sentence is about all calls" }),
      );
  if (claim.kind === "harmless" && !claim.needsPermissions && parts.permissions)
    report(
      guaranteeErrors.at(span, "wrong-value", {
        key: "permissions",
        wanted: "left out, or the sentence `with these permissions, no call changes anything`",
      }),
    );
  return [{ sentence, claim, ...parts, span }];
}

/** A misspelt field would leave a tool out, so every tool has to take the condition. */
function checkWhere(
  where: string,
  tools: readonly string[] | undefined,
  span: Span,
  manifest: Manifest,
  report: Report,
): void {
  for (const { name, inputSchema } of manifest.tools) {
    if (tools && !tools.includes(name)) continue;
    const check = checkCondition(where, inputSchema, "input");
    if (check.ok) continue;
    if (!tools) {
      report(
        guaranteeErrors.at(span, "missing-key", {
          key: "tools",
          example: `tools: [${takersOf(where, manifest)}]`,
        }),
      );
      return;
    }
    report(guaranteeErrors.at(span, "invalid-condition", { tool: name, message: check.message }));
  }
}

function takersOf(where: string, { tools }: Manifest): string {
  const takers = tools.filter(({ inputSchema }) => checkCondition(where, inputSchema, "input").ok);
  return takers.map(({ name }) => name).join(", ");
}

function readText(entry: MapEntry | undefined, wanted: string, report: Report): string | undefined {
  if (!entry) return undefined;
  const { value } = entry;
  if (value.kind === "scalar" && typeof value.value === "string") return value.value;
  return wrong(entry, wanted, report);
}

function readNames(
  entry: MapEntry | undefined,
  known: readonly string[],
  code: "unknown-tool" | "unknown-permission",
  report: Report,
): readonly string[] | undefined {
  if (!entry) return undefined;
  if (entry.value.kind !== "list") return wrong(entry, "a list of names", report);
  return entry.value.items.flatMap((item) => {
    const name = item.kind === "scalar" ? item.value : undefined;
    if (typeof name !== "string") return wrong({ ...entry, value: item }, "a list of names", report) ?? [];
    if (!known.includes(name))
      report(guaranteeErrors.at(item.span, code, { name, nearest: nearest(name, known) }));
    return [name];
  });
}

function wrong({ key, value }: MapEntry, wanted: string, report: Report): undefined {
  report(guaranteeErrors.at(value.span, "wrong-value", { key, wanted }));
}

function reportUnknown(map: MapNode, keys: readonly string[], report: Report): void {
  for (const { key, keySpan } of map.entries)
    if (!keys.includes(key))
      report(guaranteeErrors.at(keySpan, "unknown-key", { key, nearest: nearest(key, keys) }));
}
