import { compareText } from "@proviso/compiler";
import { camelCase, identifiersOf, upperFirst } from "@proviso/manifest";
import { domainFile } from "./domain-file.ts";
import type { DomainOutline, NamedTool, CodeNames } from "./domain-outline.ts";

/** The names in code of a domain and of everything that it declares. */
export interface DomainNames {
  readonly property: string;
  readonly type: string;
  /** The module's file name without its ending, and the subpath of its package. */
  readonly file: string;
  /** By full tool name. */
  readonly tools: ReadonlyMap<string, NamedTool>;
  /** Identifiers by full type name, such as `files.fileId`. */
  readonly types: ReadonlyMap<string, string>;
}

const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export exports extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static require super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Names that generated modules import, or that the language defines. */
const reservedTypes = new Set(["ContentResult", "Json", "JsonObject", "Readonly", "Record"]);

/** Properties of the generated client that no domain may have; `then` would make it a thenable. */
const reservedProperties = new Set(["guard", "then"]);

export function pascalCase(name: string): string {
  return upperFirst(camelCase(name));
}

/** A variable's name, in CommonJS too. No contract's name ends in `_`: adding one is unique. */
export function variableName(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

/** The name of a product's client type, distinct from the types of its domains. */
export function productClient(
  product: string,
  domains: readonly Pick<DomainNames, "type">[],
): { readonly type: string; readonly create: string } {
  const type = `${pascalCase(product)}Client`;
  const types = domains.map((domain) => `${domain.type}Client`);
  return { type: freeName(type, "Whole", (name) => types.includes(name)), create: `create${type}` };
}

/** The name of the function that creates a product's server, unlike the runtime's. */
export function createServerName(product: string): string {
  const name = `create${pascalCase(product)}Server`;
  return name === "createEnforcingServer" ? `${name}_` : name;
}

/** The names of all domains that have a tool, or a type that a tool uses. */
export function nameDomains(outlines: readonly DomainOutline[]): ReadonlyMap<string, DomainNames> {
  const types = reachedTypes(outlines);
  const domains = outlines.filter(({ name, tools }) => tools.length > 0 || types.has(name));
  const properties = identifiersOf(domains.map(({ name }) => name));
  return new Map(
    domains.map((domain) => [
      domain.name,
      nameDomain(domain, types.get(domain.name) ?? [], properties.get(domain.name) ?? domain.name),
    ]),
  );
}

/** By domain, sorted. */
function reachedTypes(outlines: readonly DomainOutline[]): ReadonlyMap<string, readonly string[]> {
  const reached = [...new Set(outlines.flatMap(({ reaches }) => reaches))].toSorted(compareText);
  const byDomain = new Map<string, string[]>();
  for (const key of reached) {
    const domain = key.slice(0, key.indexOf("."));
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), key]);
  }
  return byDomain;
}

function nameDomain(domain: DomainOutline, types: readonly string[], property: string): DomainNames {
  const type = upperFirst(property);
  return {
    property: reservedProperties.has(property) ? `${property}_` : property,
    type,
    file: domainFile(domain.name),
    tools: new Map(domain.tools.map((tool) => [tool.name, tool])),
    types: nameTypes(types, type, domain.tools),
  };
}

/** The names of a domain's tools, by that domain alone. No plan method is named as a tool's. */
export function nameTools(
  tools: readonly { readonly name: string; readonly hasPlan: boolean }[],
): readonly NamedTool[] {
  const verbs = tools.map(({ name }) => methodVerbOf(name));
  const planned = tools.filter(({ hasPlan }) => hasPlan).map(({ name }) => methodVerbOf(name));
  const takenIdentifiers = new Set<string>();
  let methodNames = identifiersOf(verbs);
  for (;;) {
    const plans = planned.map((verb) => planMethodName(methodNames.get(verb) ?? verb));
    const clashes = plans.filter(
      (plan) => !takenIdentifiers.has(plan) && [...methodNames.values()].includes(plan),
    );
    if (clashes.length === 0) break;
    for (const clash of clashes) takenIdentifiers.add(clash);
    methodNames = identifiersOf(verbs, [...takenIdentifiers]);
  }
  return tools.map(({ name }) => {
    const method = methodNames.get(methodVerbOf(name)) ?? methodVerbOf(name);
    return { name, method, type: upperFirst(method) };
  });
}

function methodVerbOf(tool: string): string {
  return tool.slice(tool.indexOf(".") + 1);
}

/** The client's method for a dry run. The client's runtime and its types derive the same name. */
function planMethodName(method: string): string {
  return `plan${upperFirst(method)}`;
}

function nameTypes(
  keys: readonly string[],
  domainType: string,
  tools: readonly CodeNames[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const isTaken = (name: string): boolean =>
    taken.has(name) || reservedTypes.has(name) || isTypeOfTools(name, domainType, tools);
  return new Map(
    keys.map((key) => {
      const name = freeName(pascalCase(key.slice(key.indexOf(".") + 1)), domainType, isTaken);
      taken.add(name);
      return [key, name];
    }),
  );
}

/** Whether the module of a domain declares a type of this name. */
export function declaresType({ type, tools, types }: DomainNames, name: string): boolean {
  return [...types.values()].includes(name) || isTypeOfTools(name, type, [...tools.values()]);
}

const freeNameEndings = ["Input", "Output", "Preview", "Failures"];

function isTypeOfTools(name: string, domainType: string, tools: readonly CodeNames[]): boolean {
  if (name === `${domainType}Tools`) return true;
  return freeNameEndings.some(
    (ending) => name.endsWith(ending) && tools.some(({ type }) => name === type + ending),
  );
}

/** The name; if taken, after its domain's; if that is taken too, with `_` as needed. */
export function freeName(name: string, domainType: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let free = `${domainType}${name}`;
  while (isTaken(free)) free += "_";
  return free;
}
