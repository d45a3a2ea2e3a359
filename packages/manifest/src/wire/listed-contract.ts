import type { EffectKind, Hints, Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { contentKinds, effectKinds } from "../contract/contract.ts";
import { effectRows } from "../contract/effect-rows.ts";
import type { ContractParts } from "./contract-parts.ts";
import { idempotencyIn, repetition } from "../asks/repetition.ts";
import { markedSchema, sensitivePaths } from "../json-schema/public-schema.ts";
import { isSameJson } from "../text/same-json.ts";
import { isObject } from "../contract/is-object.ts";
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
const defaultFacts: JsonObject = {
  stepUpAuth: { kind: "never" },
  permissions: [],
  sideEffects: [],
  failureModes: [],
  requirements: [],
  timeoutMs: 30_000,
};

/** Who is asked at a level, unless the contract says otherwise. Nothing is concluded from a level that is not stated. */
function defaultConsentOf(level: Json | undefined): JsonObject {
  const isAsked = level === "high" || level === "critical";
  return { autonomousExecution: !isAsked, confirmation: { kind: isAsked ? "always" : "never" } };
}

/**
 * The facts of a contract as the server lists them in `_meta`: without what the tool beside them says, defaults, and
 * what follows from the rest. `readListedContract` gives them back; what it would give back otherwise is said in full.
 */
export function listContract({ facts }: ContractParts, rest: string, tool: ListedTool): JsonObject {
  const wholeFacts = { ...facts, rest };
  let contract: JsonObject = { ...listFacts(facts, tool.name), rest };
  // What is said in full may change how the rest is read.
  for (
    let others = unreadableFacts(wholeFacts, contract, tool);
    others.length > 0;
    others = unreadableFacts(wholeFacts, contract, tool)
  )
    contract = { ...contract, ...Object.fromEntries(others) };
  return contract;
}

/** The facts that `readListedContract` would not give back, but for those that are said in full already. */
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
  const { agencyHint } = factObject(facts["hints"]);
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
    open.map(([name, value]) => [name, listedForms[name]?.(value) ?? value]),
  );
  return Object.fromEntries(Object.entries(listedForm).filter(([, value]) => !isEmptyFact(value)));
}

const isEmptyFact = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

const listedForms: Readonly<Record<string, (value: Json) => Json>> = {
  confirmation: kindAloneOf,
  stepUpAuth: listedStepUp,
  refinements: (list) => eachFact(list, listedRefinement),
  sideEffects: (list) => eachFact(list, listedEffect),
  failureModes: (list) =>
    eachFact(list, (mode) => (isObject(mode) && mode["retry"] === "never" ? (mode["code"] ?? "") : mode)),
  hints: listedHints,
  dataFlow: listedDataFlow,
  dryRun: ({ mode }: JsonObject) => mode ?? {},
  result: listedResult,
} as Readonly<Record<string, (value: Json) => Json>>;

function kindAloneOf(value: Json): Json {
  return isObject(value) && Object.keys(value).length === 1 ? (value["kind"] ?? value) : value;
}

/** Step-up as listed. Where it says how, it says that it is asked for: always, or under a condition. */
function listedStepUp(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind, ...how } = value;
  const implied = how["condition"] === undefined ? "always" : "when";
  return Object.keys(how).length > 0 && kind === implied ? how : kindAloneOf(value);
}

function readStepUp(value: Json): Json {
  if (typeof value === "string") return { kind: value };
  return isObject(value) && value["kind"] === undefined
    ? { kind: value["condition"] === undefined ? "always" : "when", ...value }
    : value;
}

/** The kinds of content as listed, in words; `content` means all of them. */
function listedResult(value: Json): Json {
  if (!isObject(value) || Object.keys(value).length !== 1 || !Array.isArray(value["kinds"])) return value;
  const kindWords = value["kinds"].join(" ");
  return kindWords === contentKinds.join(" ") ? "content" : kindWords;
}

function readResult(value: Json): Json {
  if (typeof value !== "string") return value;
  return { kinds: value === "content" ? [...contentKinds] : value.split(" ") };
}

/** A refinement is listed in the same way as its tool, and states its hints. */
function listedRefinement(value: Json): Json {
  return isObject(value) ? listedFacts(value) : value;
}

function readRefinement(value: Json): Json {
  if (!isObject(value)) return value;
  const long = Object.fromEntries(Object.entries(value).map(readFact));
  const factsStated = {
    stepUpAuth: { kind: "never" },
    sideEffects: [],
    ...defaultConsentOf(value["riskLevel"]),
    ...long,
  };
  return {
    ...factsStated,
    hints: readHints(value["hints"]),
    dataFlow: dataFlowOf(factsStated, value["dataFlow"]),
  };
}

/** The listed hints that are true, in words; `no agencyHint` says that the tool is no agent. */
function listedHints(hints: Json): Json {
  if (!isObject(hints)) return hints;
  const hintWords = Object.entries(hints).map(([name, value]) => (value === true ? name : `no ${name}`));
  return hintWords.filter((word) => !word.startsWith("no ") || word === "no agencyHint").join(" ");
}

function readHints(value: Json | undefined): Json {
  if (typeof value !== "string") return value ?? {};
  const isTrue = (name: string): boolean => value.split(" ").includes(name) && !value.includes(`no ${name}`);
  const agency = value.includes("agencyHint") ? { agencyHint: isTrue("agencyHint") } : {};
  return { ...Object.fromEntries(hintNames.map((name) => [name, isTrue(name)] as const)), ...agency };
}

function eachFact(list: Json, change: (value: Json) => Json): Json {
  return Array.isArray(list) ? list.map(change) : list;
}

function listedEffect(effect: Json): Json {
  if (!isObject(effect)) return effect;
  const { kind, description, reversible, external } = effect;
  const row = effectRows[kind as EffectKind];
  return {
    [String(kind)]: description ?? "",
    ...(reversible === row.reversible ? {} : { reversible: reversible ?? null }),
    ...(external === row.external ? {} : { external: external ?? null }),
  };
}

/** What comes out, in words: both is the default, and whether data goes out follows from the effects. */
function listedDataFlow(flow: Json): Json {
  if (!isObject(flow)) return flow;
  const flowWords = [flow["readsPrivate"] && "private", flow["returnsUntrusted"] && "untrusted"].filter(
    Boolean,
  );
  return flowWords.length === 2 ? {} : flowWords.join(" ");
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
 * The facts of the contract that a server lists with a tool, and `rest`, the hash of the rest: untrusted, and made to be compared.
 * Undefined if there is no contract. One that is not as we write it comes back as it stands.
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
  const hints = { ...hintsOf(tool.annotations), ...factObject(listed["hints"]) };
  const mode = listed["dryRun"];
  const withPlan = typeof mode === "string";
  const schemas = schemasOf(tool, mode, sensitivePathsBySchema);
  const factsRead: Record<string, Json> = {
    ...(wire === undefined ? {} : { wireName: wire }),
    ...factsStated,
    name,
    domain: name.slice(0, Math.max(0, name.indexOf("."))),
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.icons === undefined ? {} : { icons: tool.icons }),
    hints,
    dataFlow: dataFlowOf(factsStated, listed["dataFlow"]),
    ...schemas.shown,
    ...(withPlan && schemas.preview ? { dryRun: { mode, preview: schemas.preview } } : {}),
    ...listedMeta(tool.meta),
  };
  const wholeFacts = { ...factsRead, ...readDescription(tool.description, hints) };
  // What is said in full counts, and null says that there is nothing.
  const full = Object.entries(listed).filter(
    ([key]) => !isShortForm(key, listed[key]) && !partlyStated.has(key),
  );
  const facts = { ...wholeFacts, ...Object.fromEntries(full) };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as JsonObject;
}

const partlyStated = new Set([
  "hints",
  "dataFlow",
  "confirmation",
  "stepUpAuth",
  "sideEffects",
  "failureModes",
  "refinements",
  "result",
]);

function isShortForm(key: string, value: Json | undefined): boolean {
  return key === "dryRun" && typeof value === "string";
}

function readFact([name, value]: readonly [string, Json]): readonly [string, Json] {
  if (name === "confirmation") return [name, typeof value === "string" ? { kind: value } : value];
  if (name === "stepUpAuth") return [name, readStepUp(value)];
  if (name === "result") return [name, readResult(value)];
  if (name === "refinements") return [name, eachFact(value, readRefinement)];
  if (name === "sideEffects") return [name, eachFact(value, readEffect)];
  if (name === "failureModes")
    return [
      name,
      eachFact(value, (mode) => (typeof mode === "string" ? { code: mode, retry: "never" } : mode)),
    ];
  return [name, value];
}

function readEffect(effect: Json): Json {
  if (!isObject(effect) || Object.hasOwn(effect, "kind")) return effect;
  const kind = effectKinds.find((each) => Object.hasOwn(effect, each));
  if (kind === undefined) return effect;
  const { [kind]: description, ...stated } = effect;
  return { kind, description: description ?? "", ...effectRows[kind], ...stated };
}

const hintNames: readonly (keyof Hints)[] = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
];

function hintsOf(annotations: JsonObject = {}): JsonObject {
  return Object.fromEntries(
    hintNames.flatMap((name) =>
      typeof annotations[name] === "boolean" ? [[name, annotations[name]] as const] : [],
    ),
  );
}

function dataFlowOf({ sideEffects }: JsonObject, statedFlow: Json | undefined): JsonObject {
  const effects = Array.isArray(sideEffects) ? sideEffects : [];
  const sendsOut = effects.some((effect: Json) => isObject(effect) && effect["external"] === true);
  if (typeof statedFlow !== "string")
    return { readsPrivate: true, returnsUntrusted: true, sendsOut, ...factObject(statedFlow) };
  const flowWords = statedFlow.split(" ");
  return {
    readsPrivate: flowWords.includes("private"),
    returnsUntrusted: flowWords.includes("untrusted"),
    sendsOut,
  };
}

function schemasOf(
  tool: ListedTool,
  dryRun: Json | undefined,
  sensitivePathsBySchema: JsonObject,
): { readonly shown: JsonObject; readonly preview?: JsonSchema } {
  const mark = (schema: JsonSchema, name: string): JsonSchema =>
    markedSchema(schema, (sensitivePathsBySchema[name] ?? []) as readonly (readonly string[])[]);
  const inputSchema = mark(dryRun ? withoutDryRun(tool.inputSchema) : tool.inputSchema, "inputSchema");
  if (!tool.outputSchema) return { shown: { inputSchema } };
  const { output, preview } =
    typeof dryRun === "string"
      ? splitResult(tool.outputSchema)
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

function factObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
