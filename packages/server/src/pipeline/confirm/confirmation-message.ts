import type { Json, JsonObject, SideEffect } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";
import { isJsonObject } from "../../canonical/canonical-copy.ts";
import { escapeText } from "../../canonical/escape-text.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";

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
    ...section("Arguments", leaves("", call.input), call.input),
    ...section("Side effects", contract.sideEffects.map(describeEffect)),
    ...(call.planned ? section("Plan", leaves("", call.planned.plan), call.planned.plan) : []),
    ...(phrase === undefined ? [] : ["", `To approve exactly this, type: ${phrase}`]),
  ].join("\n");
}

/** What nobody can read nobody can approve, and an input can be made whose description is a thousand times its size. */
const longestSection = 40_000;

function section(title: string, lines: Iterable<string>, whole?: Json): readonly string[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length;
    if (length > longestSection) {
      shown.push(`and more than can be shown: SHA-256 of all ${fingerprint(whole ?? null)}`);
      break;
    }
    shown.push(line);
  }
  return ["", `${title}:`, ...(shown.length > 0 ? shown : ["none"]).map((line) => `- ${line}`)];
}

function describeEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${description}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

/**
 * One line for each value, made when it is asked for; a long list or text as its size, digest and a sample. What is inside
 * of something whose digest is shown (`isCovered`) needs none of its own: nested lists would be hashed once a level.
 */
function* leaves(path: string, value: Json, isCovered: boolean = false): Iterable<string> {
  if (isList(value) && value.length > 0) yield* listLeaves(path, value, isCovered);
  else if (isJsonObject(value) && Object.keys(value).length > 0) yield* objectLeaves(path, value, isCovered);
  else if (path !== "")
    yield `${path}: ${typeof value === "string" ? quoteText(value) : code(JSON.stringify(value))}`;
}

function* listLeaves(path: string, list: readonly Json[], isCovered: boolean): Iterable<string> {
  const isLong = list.length > longestList;
  if (isLong) yield `${path}: ${list.length} items, ${sampleOf(list, isCovered)}`;
  const shown = isLong ? list.slice(0, sampleSize) : list;
  for (const [index, item] of shown.entries()) yield* leaves(`${path}[${index}]`, item, isCovered || isLong);
}

function* objectLeaves(path: string, object: JsonObject, isCovered: boolean): Iterable<string> {
  const entries = Object.entries(object);
  const isLong = entries.length > longestList * 2;
  if (isLong)
    yield `${path === "" ? "all" : path}: ${entries.length} properties, ${sampleOf(object, isCovered)}`;
  for (const [key, value] of isLong ? entries.slice(0, sampleSize) : entries)
    yield* leaves(path === "" ? nameOf(key) : `${path}.${nameOf(key)}`, value, isCovered || isLong);
}

function sampleOf(value: Json, isCovered: boolean): string {
  return `${isCovered ? "" : `SHA-256 ${fingerprint(value)}, `}of which the first ${sampleSize}:`;
}

const longestName = 200;

function nameOf(key: string): string {
  if (key.length > longestName) return `(${quoteText(key, longestName)})`;
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? key : quote(key);
}

function quoteText(text: string, longest: number = longestText): string {
  if (text.length <= longest) return quote(text);
  const start = quote(text.slice(0, longest / 2));
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
