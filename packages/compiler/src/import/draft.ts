import { isObject, type Json } from "@proviso/manifest";
import { compareText } from "../report/diagnostic.ts";
import type { ForeignTool, ImportNote } from "./read/foreign-tool.ts";
import { type ContractName, assignNames, domainName } from "./assign-names.ts";
import { namedTypes } from "../schemas/named-types.ts";
import { sharedTargets } from "../schemas/foreign-references.ts";
import type { WrittenContract } from "./write-contract.ts";
import { type NamedForeignTool, splitDomain } from "./split-domain.ts";
import { writeTool } from "./write-tool.ts";

export interface DraftOptions {
  /** The product of the tools. Shown to people, and the domain of tools that have no other. */
  readonly product: string;
  readonly domain: string;
  readonly isOneDomain: boolean;
  /** The names of existing tools, by their names over MCP. */
  readonly placed: ReadonlyMap<string, ContractName>;
  /** Names of types that a domain uses for something else. */
  takenTypes?(domain: string): readonly string[];
  readonly schema?: string;
  note(note: ImportNote): void;
}

/** Drafts contracts for a list of tools, before compilation. Sorted by domain; tools keep the order of the list. */
export function draftContracts(
  tools: readonly ForeignTool[],
  options: DraftOptions,
): readonly WrittenContract[] {
  const names = nameTools(tools, options);
  const takenFiles = new Set<string>();
  const named = tools.map((tool): NamedForeignTool => ({ tool, name: contractNameOf(tool, names) }));
  const domains = Map.groupBy(named, ({ name }) => name.domain);
  const isPlaced = ({ name }: ForeignTool): boolean => options.placed.has(name);
  return [...domains]
    .flatMap(([domain, its]) => [...splitDomain(domain, its, isPlaced)])
    .filter(([, its]) => its.length > 0)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([domain, its]) => {
      const schemas = its.flatMap(({ tool }) => [
        tool.inputSchema,
        ...(tool.outputSchema ? [tool.outputSchema] : []),
      ]);
      const taken = [...its.flatMap(({ tool }) => wordsIn(tool)), ...(options.takenTypes?.(domain) ?? [])];
      const types = namedTypes(new Set(taken), sharedTargets(schemas));
      const written = its.map(({ tool, name }) => {
        const wire = tool.name.replaceAll(".", "_");
        const isNameFree = !takenFiles.has(wire);
        takenFiles.add(wire);
        return writeTool(tool, name, { types, isNameFree, note: options.note });
      });
      const description = describeDomain(domain, options);
      const { schema } = options;
      return {
        domain,
        description,
        types: Object.fromEntries(types.declared),
        failureModes: failuresOf(its),
        tools: written,
        schema,
      };
    });
}

function failuresOf(tools: readonly NamedForeignTool[]): Readonly<Record<string, Json>> {
  const all = tools.flatMap(({ tool }) => tool.failures ?? []);
  return Object.fromEntries(all.map(({ code, ...rest }) => [code, rest]));
}

function nameTools(tools: readonly ForeignTool[], options: DraftOptions): ReadonlyMap<string, ContractName> {
  const { domain, isOneDomain, placed } = options;
  const known = new Set([...placed.values()].map((name) => name.domain));
  const fresh = tools.flatMap(({ name }) => (placed.has(name) ? [] : [name]));
  const groups = new Map(tools.map(({ name, group }) => [name, group && domainName(group)]));
  return new Map([...placed, ...assignNames(fresh, { domain, isOneDomain, known, taken: placed, groups })]);
}

function contractNameOf({ name }: ForeignTool, names: ReadonlyMap<string, ContractName>): ContractName {
  const found = names.get(name);
  if (!found) throw new Error(`the tool ${name} was given no name`);
  return found;
}

function describeDomain(domain: string, { product, domain: own }: DraftOptions): string {
  return domain === own
    ? `The tools of ${product}.`
    : `The tools of ${product} for ${domain.replaceAll("_", " ")}.`;
}

/** Words that type expressions use as literals, so that no type may have their names. */
function wordsIn({ inputSchema, outputSchema }: ForeignTool): string[] {
  const words: string[] = [];
  const schemasToVisit: Json[] = [inputSchema, outputSchema ?? {}];
  for (let value = schemasToVisit.pop(); value !== undefined; value = schemasToVisit.pop()) {
    if (Array.isArray(value)) schemasToVisit.push(...value);
    else if (isObject(value)) {
      if (Array.isArray(value["enum"]))
        words.push(...value["enum"].filter((each: Json) => typeof each === "string"));
      schemasToVisit.push(...Object.values(value));
    }
  }
  return words;
}
