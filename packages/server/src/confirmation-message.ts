import type { Json, JsonObject, SideEffect } from "@proviso/manifest";
import type { PlannedCall } from "./call.ts";
import { isJsonObject } from "./canonical-copy.ts";
import { escapeText } from "./escape-text.ts";
import { fingerprint } from "./fingerprint.ts";

const longestList = 20;
const longestText = 2000;
const sampleSize = 5;

/**
 * The question to a person, in plain text: who wants what, every argument, the side effects, the plan. What a caller
 * chose stands in code spans and is escaped, so that it can neither hide nor look like text of ours.
 */
export function confirmationMessage(call: PlannedCall, phrase: string | undefined): string {
  const { contract } = call.tool;
  const { id, name, kind, tenant } = call.principal;
  const who = [kind, quote(name ?? id), ...(tenant === undefined ? [] : ["of", quote(tenant)])].join(" ");
  return [
    `${contract.title} (${contract.name}, ${contract.riskLevel} risk), asked for by ${who}`,
    contract.description,
    ...section("Arguments", leaves("", call.input)),
    ...section("Side effects", contract.sideEffects.map(describeEffect)),
    ...(call.planned ? section("Plan", leaves("", call.planned.plan)) : []),
    ...(phrase === undefined ? [] : ["", `To approve exactly this, type: ${phrase}`]),
  ].join("\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ["", `${title}:`, ...(lines.length > 0 ? lines : ["none"]).map((line) => `- ${line}`)];
}

function describeEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${description}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

/** One line for each value; a long list or text as its size, digest and a sample. */
function leaves(path: string, value: Json): readonly string[] {
  if (isList(value) && value.length > 0) return listLeaves(path, value);
  if (isJsonObject(value) && Object.keys(value).length > 0) return objectLeaves(path, value);
  if (path === "") return [];
  return [`${path}: ${typeof value === "string" ? quoteText(value) : code(JSON.stringify(value))}`];
}

function listLeaves(path: string, list: readonly Json[]): readonly string[] {
  const shown = list.length > longestList ? list.slice(0, sampleSize) : list;
  const items = shown.flatMap((item, index) => leaves(`${path}[${index}]`, item));
  if (shown === list) return items;
  return [
    `${path}: ${list.length} items, SHA-256 ${fingerprint(list)}, of which the first ${sampleSize}:`,
    ...items,
  ];
}

function objectLeaves(path: string, object: JsonObject): readonly string[] {
  const entries = Object.entries(object);
  const isLong = entries.length > longestList * 2;
  const items = (isLong ? entries.slice(0, sampleSize) : entries).flatMap(([key, value]) =>
    leaves(path === "" ? nameOf(key) : `${path}.${nameOf(key)}`, value),
  );
  if (!isLong) return items;
  const where = path === "" ? "all" : path;
  return [
    `${where}: ${entries.length} properties, SHA-256 ${fingerprint(object)}, of which the first ${sampleSize}:`,
    ...items,
  ];
}

function nameOf(key: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? key : quote(key);
}

function quoteText(text: string): string {
  if (text.length <= longestText) return quote(text);
  const start = quote(text.slice(0, longestText / 2));
  return `${text.length} characters, SHA-256 ${fingerprint(text)}, beginning ${start}`;
}

function quote(text: string): string {
  return code(JSON.stringify(text));
}

function code(json: string): string {
  return `\`${escapeText(json)}\``;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
