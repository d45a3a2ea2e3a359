import { compareText } from "@proviso/compiler";
import type { DomainOutline } from "./domain-outline.ts";

/** What a tool is called in code: `emails.send_external` is the method `sendExternal`, its types begin with `SendExternal`. */
export interface ToolNames {
  readonly method: string;
  readonly type: string;
}

/** What a domain and all that it declares are called in code, the same in the server and the client package. */
export interface DomainNames {
  readonly property: string;
  readonly type: string;
  /** The module without its ending; also the subpath under which the package exports it. */
  readonly file: string;
  /** By full tool name. */
  readonly tools: ReadonlyMap<string, ToolNames>;
  /** By full type name, such as `files.fileId`. */
  readonly types: ReadonlyMap<string, string>;
}

const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Type names that generated modules import or take from the language. */
const reservedTypes = new Set(
  (
    "CallOptions ClientFailure Failure FailureConstructor Guard GuardOptions Handler Handlers Json JsonObject Manifest " +
    "McpConnection Plan PlannedHandler Ports Promise Readonly Record Result ServerOptions EnforcingServer"
  ).split(" "),
);

/** Modules of a generated package that are no domain, and names that Windows keeps for devices. */
const reservedFile = /^(index|package|con|prn|aux|nul|com\d|lpt\d)$/;

/** Properties of the generated client that are no domain; `then` would make it look like a promise. */
const reservedProperties = new Set(["guard", "then"]);

export function camelCase(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_match, next: string) => next.toUpperCase());
}

export function pascalCase(name: string): string {
  return upperFirst(camelCase(name));
}

/** A name for a variable: names of contracts never end in `_`, so this one is free. */
export function variableName(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

/** The constructor of a failure in `context.fail`. */
export function failureConstructorName(code: string): string {
  return camelCase(code);
}

/** Of the domains that have a tool, or a type that some tool reaches. */
export function nameDomains(outlines: readonly DomainOutline[]): ReadonlyMap<string, DomainNames> {
  const types = reachedTypes(outlines);
  const domains = outlines.filter(({ name, tools }) => tools.length > 0 || types.has(name));
  const properties = distinctNames(domains.map(({ name }) => name));
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
  const file = domain.name.replaceAll("_", "-");
  const tools = nameTools(domain);
  return {
    property: reservedProperties.has(property) ? `${property}_` : property,
    type: upperFirst(property),
    file: reservedFile.test(file) ? `${file}_` : file,
    tools,
    types: nameTypes(types, upperFirst(property), tools),
  };
}

function verbOf(tool: string): string {
  return tool.slice(tool.indexOf(".") + 1);
}

function nameTools(domain: DomainOutline): ReadonlyMap<string, ToolNames> {
  const plans = domain.tools
    .filter(({ hasPlan }) => hasPlan)
    .map(({ name }) => planMethod(pascalCase(verbOf(name))));
  const methods = distinctNames(
    domain.tools.map(({ name }) => verbOf(name)),
    plans,
  );
  return new Map(
    domain.tools.map(({ name }) => {
      const method = methods.get(verbOf(name)) ?? verbOf(name);
      return [name, { method, type: upperFirst(method) }];
    }),
  );
}

/** The client's method for a dry run. */
export function planMethod(toolType: string): string {
  return `plan${toolType}`;
}

function nameTypes(
  keys: readonly string[],
  domainType: string,
  tools: ReadonlyMap<string, ToolNames>,
): ReadonlyMap<string, string> {
  const taken = new Set([...reservedTypes, ...toolTypeNames(domainType, tools)]);
  return new Map(
    keys.map((key) => {
      const name = freeName(pascalCase(key.slice(key.indexOf(".") + 1)), domainType, taken);
      taken.add(name);
      return [key, name];
    }),
  );
}

/** Every type name that the modules of a domain declare, in the server or the client package. */
export function declaredTypeNames({ type, tools, types }: DomainNames): string[] {
  return [...types.values(), ...toolTypeNames(type, tools)];
}

function toolTypeNames(domainType: string, tools: ReadonlyMap<string, ToolNames>): string[] {
  const endings = ["Input", "Output", "Preview", "Failure", "Failures"];
  const ofTools = [...tools.values()].flatMap(({ type }) => endings.map((ending) => type + ending));
  return [...ofTools, `${domainType}Handlers`, `${domainType}Client`];
}

/** The name itself, or with its domain before it, or with as many `_` after that as it takes. */
export function freeName(name: string, domainType: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let free = `${domainType}${name}`;
  while (taken.has(free)) free += "_";
  return free;
}

/** Each name in camel case; names that would then be the same, such as `a_1` and `a1`, stay as they are written. */
function distinctNames(
  names: readonly string[],
  claimed: readonly string[] = [],
): ReadonlyMap<string, string> {
  const claims = new Map<string, number>();
  for (const name of [...names.map(camelCase), ...claimed]) claims.set(name, (claims.get(name) ?? 0) + 1);
  return new Map(names.map((name) => [name, claims.get(camelCase(name)) === 1 ? camelCase(name) : name]));
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
