import type { Hints, Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { listDataFlow, readDataFlow } from "../fields/data-flow.ts";
import { listFailureMode, readFailureMode } from "../fields/failure-modes.ts";
import { hintNames, listHints, readHints } from "../fields/hints.ts";
import { eachFact, kindAloneOf } from "../fields/listed-form.ts";
import { listResult, readResult } from "../fields/result.ts";
import { listEffect, readEffect } from "../fields/side-effects.ts";
import { listStepUp, readStepUp } from "../fields/step-up-auth.ts";
import type { ContractParts } from "./contract-parts.ts";
import { idempotencyIn, repetition } from "../asks/repetition.ts";
import { markedSchema, sensitivePaths } from "../json-schema/public-schema.ts";
import { isSameJson } from "../text/same-json.ts";
import { isObject, objectOf } from "../contract/is-object.ts";
import { withoutDots } from "./names.ts";
import { splitResult, withoutDryRun } from "./tool-schemas.ts";
import { isOwnMetaKey, metaKeys } from "./wire.ts";

/** What a list of tools (`tools/list`) says of one tool. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly icons?: Json;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: JsonObject;
  readonly meta: JsonObject;
}

/** Facts of a contract whose author says nothing about them: a list leaves them out. */
const refinedDefaults: JsonObject = { stepUpAuth: { kind: "never" }, sideEffects: [] };
const defaultFacts: JsonObject = {
  ...refinedDefaults,
  permissions: [],
  failureModes: [],
  requirements: [],
  timeoutMs: 30_000,
};

type ChangeForm = (value: Json) => Json;

/** The short forms of a list, by field. */
const listForms: Readonly<Record<string, ChangeForm>> = {
  confirmation: kindAloneOf,
  stepUpAuth: listStepUp,
  sideEffects: (list) => eachFact(list, listEffect),
  failureModes: (list) => eachFact(list, listFailureMode),
  hints: listHints,
  dataFlow: listDataFlow,
  dryRun: (value) => objectOf(value)["mode"] ?? {},
  result: listResult,
  // A refinement is listed in the same way as its tool, and states its hints.
  refinements: (list) => eachFact(list, (each) => (isObject(each) ? listedFacts(each) : each)),
};

/** Read the short forms, which may hold anything. */
const readForms: ReadonlyMap<string, ChangeForm> = new Map(
  Object.entries({
    confirmation: (value: Json) => (typeof value === "string" ? { kind: value } : value),
    stepUpAuth: readStepUp,
    sideEffects: (list: Json) => eachFact(list, readEffect),
    failureModes: (list: Json) => eachFact(list, readFailureMode),
    result: readResult,
    refinements: (list: Json) => eachFact(list, readRefinement),
  }),
);

/** Who is asked at a level, unless the contract says otherwise. An absent level says nothing. */
function defaultConsentOf(level: Json | undefined): JsonObject {
  const isAsked = level === "high" || level === "critical";
  return { autonomousExecution: !isAsked, confirmation: { kind: isAsked ? "always" : "never" } };
}

/**
 * The facts of a contract as listed in `_meta`: without what the tool beside them says, defaults,
 * and what follows. `readListedContract` gives them back; others are listed in full.
 */
export function listContract({ facts }: ContractParts, rest: string, tool: ListedTool): JsonObject {
  const wholeFacts = { ...facts, rest };
  let contract: JsonObject = { ...listFacts(facts, tool.name), rest };
  // A fact that is listed in full may change how others are read.
  for (
    let others = unreadableFacts(wholeFacts, contract, tool);
    others.length > 0;
    others = unreadableFacts(wholeFacts, contract, tool)
  )
    contract = { ...contract, ...Object.fromEntries(others) };
  return contract;
}

/** Finds facts that `readListedContract` would lose, except those that are listed in full. */
function unreadableFacts(
  wholeFacts: JsonObject,
  contract: JsonObject,
  tool: ListedTool,
): readonly (readonly [string, Json])[] {
  const read = readListedContract({ ...tool, meta: { ...tool.meta, [metaKeys.contract]: contract } }) ?? {};
  const names = [...new Set([...Object.keys(wholeFacts), ...Object.keys(read)])];
  return names.flatMap((name) => {
    const said = wholeFacts[name] ?? null;
    return isSameJson(wholeFacts[name], read[name]) || isSameJson(said, contract[name])
      ? []
      : [[name, said] as const];
  });
}

const statedFacts = new Set([
  "domain",
  "idempotency",
  "title",
  "icons",
  "description",
  "meta",
  "inputSchema",
  "outputSchema",
]);

function listFacts(facts: JsonObject, listed: string): JsonObject {
  const listedForm = listedFacts(facts);
  const sensitivePathsBySchema = sensitivePathsOf(facts);
  const { name, wireName, hints: _hints, ...others } = listedForm;
  const { agencyHint } = objectOf(facts["hints"]);
  const domain = facts["domain"] ?? "";
  const isDerived = typeof name === "string" && nameInDomain(String(domain), listed) === name;
  const isListed = wireName === undefined || isSameJson(wireName, wireNameIn(String(name), listed));
  return {
    ...(isDerived ? { domain } : { name: name ?? "" }),
    ...(isListed ? {} : { wireName }),
    ...others,
    ...(agencyHint === undefined ? {} : { hints: { agencyHint } }),
    ...(isEmptyFact(sensitivePathsBySchema) ? {} : { sensitive: sensitivePathsBySchema }),
  };
}

/** In the domain `emails`, `emails.send` for `emails_send`, and `emails.bulk_send` for `bulk-send` or `bulkSend`. */
function nameInDomain(domain: string, listed: string): string {
  const isBelow = listed.startsWith(`${domain}_`) || listed.startsWith(`${domain}.`);
  return `${domain}.${isBelow ? listed.slice(domain.length + 1) : snakeCase(listed)}`;
}

function snakeCase(name: string): string {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll(/[-.]/g, "_");
  return parts.toLowerCase();
}

/** The stated wire name: a listed name that does not follow from the contract's. */
function wireNameIn(name: string, listed: string): string | undefined {
  return listed === name || listed === withoutDots(name) ? undefined : listed;
}

function listedFacts(facts: JsonObject): JsonObject {
  const omitted = { ...defaultFacts, ...defaultConsentOf(facts["riskLevel"]) };
  const open = Object.entries(facts).filter(
    ([name, value]) => !statedFacts.has(name) && !isSameJson(value, omitted[name]),
  );
  const listedForm = Object.fromEntries(
    open.map(([name, value]) => [name, listForms[name]?.(value) ?? value]),
  );
  return Object.fromEntries(Object.entries(listedForm).filter(([, value]) => !isEmptyFact(value)));
}

const isEmptyFact = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

function readRefinement(value: Json): Json {
  if (!isObject(value)) return value;
  const long = Object.fromEntries(Object.entries(value).map(readFact));
  const factsStated = {
    ...refinedDefaults,
    ...defaultConsentOf(value["riskLevel"]),
    ...long,
  };
  return { ...factsStated, hints: readHints(value["hints"]), ...readDataFlow(factsStated, value) };
}

function sensitivePathsOf({ inputSchema, outputSchema, dryRun }: JsonObject): JsonObject {
  const schemas = { inputSchema, outputSchema, preview: isObject(dryRun) ? dryRun["preview"] : undefined };
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const paths = isObject(schema) ? sensitivePaths(schema) : [];
      return paths.length > 0 ? [[name, paths as Json] as const] : [];
    }),
  );
}

/**
 * The facts that a server lists with a tool, and `rest`, the hash of the rest: untrusted, to be
 * compared. Undefined without a contract. One in another form comes back as it stands.
 */
export function readListedContract(tool: ListedTool): JsonObject | undefined {
  const listed = tool.meta[metaKeys.contract];
  if (!isObject(listed)) return undefined;
  try {
    return factsOf(tool, listed);
  } catch {
    return listed;
  }
}

function factsOf(tool: ListedTool, { sensitive, ...listed }: JsonObject): JsonObject {
  const name = String(listed["name"] ?? nameInDomain(String(listed["domain"] ?? ""), tool.name));
  const wire = wireNameIn(name, tool.name);
  const factsStated = {
    ...defaultFacts,
    ...defaultConsentOf(listed["riskLevel"]),
    ...Object.fromEntries(Object.entries(listed).map(readFact)),
  };
  const sensitivePathsBySchema = isObject(sensitive) ? sensitive : {};
  const hints = { ...hintsOf(tool.annotations), ...objectOf(listed["hints"]) };
  const mode = listed["dryRun"];
  const withPlan = typeof mode === "string";
  const schemas = schemasOf(tool, listed, sensitivePathsBySchema);
  const factsRead: Record<string, Json> = {
    ...(wire === undefined ? {} : { wireName: wire }),
    ...factsStated,
    name,
    domain: name.slice(0, Math.max(0, name.indexOf("."))),
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.icons === undefined ? {} : { icons: tool.icons }),
    hints,
    ...readDataFlow(factsStated, listed),
    ...schemas.shown,
    ...(withPlan && schemas.preview ? { dryRun: { mode, preview: schemas.preview } } : {}),
    ...listedMeta(tool.meta),
  };
  const wholeFacts = { ...factsRead, ...readDescription(tool.description, hints) };
  // Facts that are listed in full win; null says that a fact is absent.
  const full = Object.entries(listed).filter(([key]) =>
    key === "dryRun" ? !withPlan : !isPartlyStated(key),
  );
  const facts = { ...wholeFacts, ...Object.fromEntries(full) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as JsonObject;
}

function isPartlyStated(key: string): boolean {
  return key === "hints" || key === "dataFlow" || readForms.has(key);
}

function readFact([name, value]: readonly [string, Json]): readonly [string, Json] {
  return [name, readForms.get(name)?.(value) ?? value];
}

function hintsOf(annotations: JsonObject = {}): JsonObject {
  return Object.fromEntries(
    hintNames.flatMap((name) =>
      typeof annotations[name] === "boolean" ? [[name, annotations[name]] as const] : [],
    ),
  );
}

function schemasOf(
  tool: ListedTool,
  listed: JsonObject,
  sensitivePathsBySchema: JsonObject,
): { readonly shown: JsonObject; readonly preview?: JsonSchema } {
  const { dryRun } = listed;
  const mark = (schema: JsonSchema, name: string): JsonSchema =>
    markedSchema(schema, (sensitivePathsBySchema[name] ?? []) as readonly (readonly string[])[]);
  const inputSchema = mark(dryRun ? withoutDryRun(tool.inputSchema) : tool.inputSchema, "inputSchema");
  if (!tool.outputSchema) return { shown: { inputSchema } };
  const { output, preview } =
    typeof dryRun === "string"
      ? splitResult(tool.outputSchema, listed["wireRefs"])
      : { output: tool.outputSchema, preview: undefined };
  return {
    shown: { inputSchema, outputSchema: mark(output, "outputSchema") },
    ...(preview ? { preview: mark(preview, "preview") } : {}),
  };
}

function listedMeta(meta: JsonObject): JsonObject {
  const others = Object.entries(meta).filter(([key]) => !isOwnMetaKey(key));
  return others.length > 0 ? { meta: Object.fromEntries(others) } : {};
}

/** The listed description without the sentence about repeated calls, and what that says. */
function readDescription(text: string | undefined, hints: JsonObject): JsonObject {
  if (text === undefined) return {};
  const at = text.lastIndexOf("\n\n");
  const note = text.slice(at + 2);
  const idempotency = at < 0 ? undefined : idempotencyIn(note);
  if (!idempotency || repetition({ hints: hints as unknown as Hints, idempotency }) !== note)
    return { description: text };
  return { description: text.slice(0, at), idempotency: idempotency as unknown as Json };
}
