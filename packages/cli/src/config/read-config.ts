import {
  defaultBudget,
  findEntry,
  isConfigurable,
  nearest,
  parse,
  rules as knownRules,
} from "@proviso/compiler";
import type {
  ContextBudget,
  Diagnostic,
  MapEntry,
  MapNode,
  Report,
  SourceText,
  Span,
  SyntaxNode,
} from "@proviso/compiler";
import { emitterNames } from "@proviso/emitters/names";
import { foldPath, foreignFolderProblem, pathProblem } from "../disk/path-problem.ts";
import type { Config, Located, Output } from "./config.ts";
import { configErrors } from "./problems.ts";

export interface ReadConfigResult {
  /** Absent if there is an error. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of `proviso.yaml`, each with an example of its use. */
const keys = {
  proviso: "proviso: 1",
  product: "product: backoffice",
  contracts: "contracts: [contracts/*.yaml]",
  wireNames: "wireNames: underscore",
  packages: 'packages: { scope: "@backoffice", license: MIT }',
  outputs: "outputs: { server: packages/generated/server }",
  handlers: "handlers: src/handlers",
  templates: "templates: templates",
  rules: "rules: {}",
  contextBudget: "contextBudget: { tool: 8000, list: 100000 }",
} as const;

const severities = ["off", "info", "warning", "error"] as const;
/** Only lint rules can be configured: the other rules define what a contract means. */
const lintCodes = knownRules.map(({ code }) => code).filter(isConfigurable);

/** Reads `proviso.yaml` as strictly as a contract: an unknown key, a repeated key, an anchor or a tag is an error. */
export function readConfig(source: SourceText): ReadConfigResult {
  const { tree, diagnostics } = parse(source);
  if (!tree) return { diagnostics };
  const found: Diagnostic[] = [];
  const config = decode(tree, (diagnostic) => void found.push(diagnostic));
  return found.length > 0 ? { diagnostics: found } : { config, diagnostics: [] };
}

function decode(tree: MapNode, report: Report): Config {
  refuseUnknownKeys(tree, Object.keys(keys), report);
  const root = new Map(tree.entries.map((entry) => [entry.key, entry]));
  const need = (key: keyof typeof keys): MapEntry | undefined => {
    const entry = root.get(key);
    if (!entry) report(configErrors.at(startOf(tree.span), "missing-key", { key, example: keys[key] }));
    return entry;
  };
  readWord(need("proviso"), [1], "`1`", report);
  const product = readText(need("product"), /^[a-z][a-z0-9-]*$/, "a word such as `backoffice`", report);
  const contracts = readList(need("contracts"), report);
  const wireNames = readWord(
    root.get("wireNames"),
    ["underscore", "dotted"],
    "`underscore` or `dotted`",
    report,
  );
  const packages = readPackages(need("packages"), report);
  const outputs = readOutputs(need("outputs"), report);
  const folders = ["handlers", "templates"].map((key) => readFolder(root.get(key), report));
  const [handlers, templates] = folders;
  refuseOverlaps(
    [...outputs.map(locate), ...(handlers ? [handlers] : []), ...(templates ? [templates] : [])],
    report,
  );
  return {
    product: product ?? "",
    contracts,
    wireNames: wireNames === "dotted" ? "dotted" : "underscore",
    ...packages,
    outputs,
    ...(handlers ? { handlers } : {}),
    ...(templates ? { templates } : {}),
    rules: readRules(root.get("rules"), report),
    contextBudget: readBudget(root.get("contextBudget"), report),
  };
}

function refuseUnknownKeys(node: MapNode, known: readonly string[], report: Report): void {
  for (const { key, keySpan } of node.entries) {
    if (known.includes(key)) continue;
    report(configErrors.at(keySpan, "unknown-key", { key, nearest: nearest(key, known) }));
  }
}

function readText(
  entry: MapEntry | undefined,
  pattern: RegExp,
  wanted: string,
  report: Report,
): string | undefined {
  if (!entry) return undefined;
  const value = scalar(entry.value);
  if (typeof value === "string" && pattern.test(value)) return value;
  wrongValue(entry, wanted, report);
}

function readWord(
  entry: MapEntry | undefined,
  words: readonly (string | number)[],
  wanted: string,
  report: Report,
): string | number | undefined {
  if (!entry) return undefined;
  const value = scalar(entry.value);
  const word = words.find((each) => each === value);
  if (word === undefined) wrongValue(entry, wanted, report);
  return word;
}

function readList(entry: MapEntry | undefined, report: Report): Located<readonly string[]> {
  if (!entry) return { value: [], span: nowhere };
  const { value: node } = entry;
  const items = node.kind === "list" ? node.items.map(scalar) : [];
  const value = items.filter(
    (item) => typeof item === "string" && item !== "" && !/^[/\\]|\.\.|^[a-z]:/i.test(item),
  );
  const isGood = items.length > 0 && value.length === items.length;
  if (!isGood) wrongValue(entry, "a list of globs inside the project, such as `[contracts/*.yaml]`", report);
  return { value: value as string[], span: node.span };
}

function readPackages(entry: MapEntry | undefined, report: Report): { scope: string; license: string } {
  const node = asMap(entry, "a map with `scope` and `license`", report);
  if (!node) return { scope: "", license: "" };
  refuseUnknownKeys(node, ["scope", "license"], report);
  const scopeEntry = findEntry(node, "scope");
  if (!scopeEntry)
    report(configErrors.at(node.span, "missing-key", { key: "scope", example: 'scope: "@backoffice"' }));
  const scope = readText(scopeEntry, /^@[a-z0-9][a-z0-9._-]*$/, "an npm scope such as `@backoffice`", report);
  const license = readText(
    findEntry(node, "license"),
    /^[\w.+() -]+$/,
    "an SPDX expression such as `MIT`",
    report,
  );
  return { scope: scope ?? "", license: license ?? "UNLICENSED" };
}

function readOutputs(entry: MapEntry | undefined, report: Report): readonly Output[] {
  const names = emitterNames.map((name) => `\`${name}\``).join(", ");
  const node = asMap(entry, `a map of ${names} to folders`, report);
  if (!node) return [];
  refuseUnknownKeys(node, emitterNames, report);
  const importing = node.entries.find(({ key }) => key === "server" || key === "client");
  if (importing && !findEntry(node, "schemas"))
    report(configErrors.at(importing.keySpan, "missing-schemas", { output: importing.key }));
  return emitterNames.flatMap((emitter) => {
    const folder = readFolder(findEntry(node, emitter), report);
    return folder ? [{ emitter, folder: folder.value, span: folder.span }] : [];
  });
}

function readFolder(entry: MapEntry | undefined, report: Report): Located<string> | undefined {
  if (!entry) return undefined;
  const folder = scalar(entry.value);
  if (typeof folder !== "string") return wrongValue(entry, "a folder", report);
  const { span } = entry.value;
  const problem = pathProblem(folder) ?? foreignFolderProblem(folder);
  if (problem) report(configErrors.at(span, "unsafe-folder", { folder, problem }));
  return { value: folder, span };
}

function refuseOverlaps(folders: readonly Located<string>[], report: Report): void {
  for (const [index, { value: folder, span }] of folders.entries()) {
    const inside = folders.find(
      (other, at) => at !== index && `${foldPath(folder)}/`.startsWith(`${foldPath(other.value)}/`),
    );
    if (inside) report(configErrors.at(span, "overlapping-folders", { folder, other: inside.value }));
  }
}

function readRules(entry: MapEntry | undefined, report: Report): Config["rules"] {
  if (!entry) return {};
  const wanted = severities.map((severity) => `\`${severity}\``).join(", ");
  const node = asMap(entry, `a map of rule names to ${wanted}`, report);
  if (node) refuseUnknownKeys(node, lintCodes, report);
  const rules = (node?.entries ?? []).map((rule) => [
    rule.key,
    readWord(rule, severities, `one of ${wanted}`, report),
  ]);
  return Object.fromEntries(rules) as Config["rules"];
}

function readBudget(entry: MapEntry | undefined, report: Report): ContextBudget {
  const node = asMap(entry, "a map with `tool` and `list`, in characters", report);
  if (!node) return defaultBudget;
  refuseUnknownKeys(node, Object.keys(defaultBudget), report);
  const read = (key: keyof ContextBudget): number => {
    const found = findEntry(node, key);
    const value = found ? scalar(found.value) : defaultBudget[key];
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
    if (found) wrongValue(found, "a whole number of characters above 0", report);
    return defaultBudget[key];
  };
  return { tool: read("tool"), list: read("list") };
}

function asMap(entry: MapEntry | undefined, wanted: string, report: Report): MapNode | undefined {
  if (!entry) return undefined;
  return entry.value.kind === "map" ? entry.value : wrongValue(entry, wanted, report);
}

function wrongValue(entry: MapEntry, wanted: string, report: Report): undefined {
  report(configErrors.at(entry.value.span, "wrong-value", { key: entry.key, wanted }));
}

function scalar(node: SyntaxNode): string | number | boolean | null | undefined {
  return node.kind === "scalar" ? node.value : undefined;
}

function locate({ folder, span }: Output): Located<string> {
  return { value: folder, span };
}

function startOf(span: Span): Span {
  return { ...span, end: span.start + 1, endLine: span.line, endColumn: span.column + 1 };
}

/** For a missing value, about which there is already a finding. */
const nowhere: Span = { file: "", start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
