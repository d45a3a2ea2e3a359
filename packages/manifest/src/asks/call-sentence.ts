import type { Json, JsonObject, JsonSchema, ToolContract } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { resolvePointer } from "../json-schema/resolve-pointer.ts";
import { escapeText } from "../text/escape-text.ts";
import { readSummary, type SummaryArgument } from "./summary-template.ts";
import { plainValue, summaryValue, valueAt } from "./summary-values.ts";

/** A part of a sentence: words of the contract, or a value of the call, to be set apart from them. */
export type SentencePart =
  | { readonly kind: "words"; readonly text: string }
  | {
      readonly kind: "value";
      /** On one line, quoted if it is text; nothing in it is hidden or ends the quotation. */
      readonly text: string;
      readonly note?: string;
      /** The arguments of which it shows everything, as paths. Others have to be shown beside the sentence. */
      readonly shows: readonly (readonly string[])[];
    };

/** What a call does, in one sentence. Only its parts of kind `value` come from the caller. */
export interface CallSentence {
  readonly parts: readonly SentencePart[];
  /** Whether the contract states it. Otherwise it is made of the title and the required arguments. */
  readonly isStated: boolean;
}

/** Arguments in a sentence that is not stated. */
const maxDerived = 4;
const maxTitleLength = 100;

/**
 * The sentence for a call, from its contract and its input alone, so that whatever binds those two binds it too. It shows no argument
 * that the schema marks as secret.
 */
export function callSentence(
  contract: Pick<ToolContract, "title" | "summary" | "inputSchema">,
  input: JsonObject,
): CallSentence {
  const template = contract.summary === undefined ? undefined : readSummary(contract.summary);
  if (!template?.ok) return { parts: derivedParts(contract, input), isStated: false };
  const isMissing = (part: (typeof template.parts)[number]): boolean =>
    part.kind === "argument" && valueAt(input, part.path) === undefined;
  const absent = new Set(template.parts.filter(isMissing).map(({ group }) => group));
  const parts = template.parts
    .filter(({ group }) => group === 0 || !absent.has(group))
    .map((part): SentencePart => (part.kind === "words" ? words(part.text) : valuePart(part, input)));
  return { parts, isStated: true };
}

/** The sentence as plain text. */
export function sentenceText({ parts }: CallSentence): string {
  return parts
    .map((part) =>
      part.kind === "value" && part.note !== undefined ? `${part.text} ${part.note}` : part.text,
    )
    .join("");
}

/** The arguments that the sentence does not show whole: what is to be shown beside it. */
export function besideSentence({ parts }: CallSentence, input: JsonObject): JsonObject {
  const shown = parts.flatMap((part) => (part.kind === "value" ? part.shows : []));
  return shown.reduce<JsonObject>(withoutPath, input);
}

function withoutPath(value: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  const left = rest.length > 0 && isObject(inner) ? withoutPath(inner, rest) : {};
  const entries = Object.entries(value).flatMap(([key, each]): (readonly [string, Json])[] =>
    key !== name ? [[key, each]] : Object.keys(left).length > 0 ? [[key, left]] : [],
  );
  return Object.fromEntries(entries);
}

function words(text: string): SentencePart {
  return { kind: "words", text: escapeText(text.replaceAll(/\s+/g, " ")) };
}

function valuePart(argument: SummaryArgument, input: JsonObject): SentencePart {
  const { path, format, details } = argument;
  const { isWhole, ...shown } = summaryValue(argument, valueAt(input, path) ?? null, input);
  // What is no amount of a known currency is written without one.
  const hasCurrency = format === "money" && /^-?[A-Z]{3} /.test(shown.text);
  const currency = hasCurrency && !/^[A-Z]{3}$/.test(details[0] ?? "") ? [details[0]?.split(".") ?? []] : [];
  return { kind: "value", ...shown, shows: isWhole ? [path, ...currency] : [] };
}

/** `Delete a customer: customerId "cus_0001", reason "fraud"`. */
function derivedParts(
  { title, inputSchema }: Pick<ToolContract, "title" | "inputSchema">,
  input: JsonObject,
): readonly SentencePart[] {
  const properties = inputSchema["properties"] ?? {};
  const required = inputSchema["required"];
  const isShown = (name: string, schema: Json): boolean =>
    Array.isArray(required) &&
    required.includes(name) &&
    Object.hasOwn(input, name) &&
    !holdsSecret(schema, inputSchema);
  const names = isObject(properties)
    ? Object.entries(properties).flatMap(([name, schema]) => (isShown(name, schema) ? name : []))
    : [];
  const leaves = names.flatMap((name) => leavesOf([name], input[name] ?? null));
  const shown = leaves.slice(0, maxDerived).flatMap(([path, value], index): readonly SentencePart[] => {
    const { isWhole, ...text } = plainValue(value, path.at(-1) ?? "");
    const before = `${index === 0 ? ": " : ", "}${path.join(".")} `;
    return [
      { kind: "words", text: before },
      { kind: "value", ...text, shows: isWhole ? [path] : [] },
    ];
  });
  return [words(title.slice(0, maxTitleLength)), ...shown];
}

type Leaf = readonly [path: readonly string[], value: Json];

/** The values inside of an object whose names are plain words: others could read as part of the sentence. */
function leavesOf(path: readonly string[], value: Json): readonly Leaf[] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) ? leavesOf([...path, name], inner) : [],
  );
}

/** Whether a schema marks its value as secret. */
export function marksSecret({ format, sensitive, writeOnly }: JsonObject): boolean {
  return sensitive === true || writeOnly === true || format === "password";
}

/** Whether a value is, or has in it, what the schema or one that it refers to marks as secret. */
export function holdsSecret(
  schema: Json | undefined,
  root: JsonSchema,
  seen: Set<Json> = new Set(),
): boolean {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  const referred = typeof reference === "string" ? resolvePointer(reference, root) : undefined;
  const inner = [referred, ...Object.values(schema as JsonObject)];
  return (isObject(schema) && marksSecret(schema)) || inner.some((each) => holdsSecret(each, root, seen));
}
