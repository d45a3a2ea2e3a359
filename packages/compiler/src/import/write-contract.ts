import type { Json } from "@proviso/manifest";
import { printEntry, printKey } from "./print-yaml.ts";
import type { ImportedTool } from "./write-tool.ts";

export interface WrittenContract {
  readonly domain: string;
  readonly description: string;
  readonly types: Readonly<Record<string, Json>>;
  /** The failures that its tools name, in the form of a contract. */
  readonly failureModes: Readonly<Record<string, Json>>;
  readonly tools: readonly ImportedTool[];
  /** Where an editor finds the schema of contracts, relative to the file. */
  readonly schema?: string | undefined;
}

/** Prints a contract, not in the layout of `proviso format` yet. */
export function printContract(contract: WrittenContract): string {
  const { domain, description, tools, schema } = contract;

  const lines = [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
    ...printEntry("proviso", 1, 0),
    ...printEntry("domain", domain, 0),
    ...printEntry("description", description, 0),
    "",
    ...printNamed("types", contract.types),
    ...printNamed("failureModes", contract.failureModes),
    "tools:",
    ...tools.flatMap((tool, index) => [...(index > 0 ? [""] : []), ...printTool(tool, 2)]),
  ];
  return `${lines.join("\n")}\n`;
}

function printNamed(section: string, entries: Readonly<Record<string, Json>>): readonly string[] {
  const lines = Object.entries(entries).flatMap(([name, value]) => printEntry(name, value, 2));
  return lines.length > 0 ? [`${section}:`, ...lines, ""] : [];
}

export function printTool({ name, fields, comments }: ImportedTool, indent: number): readonly string[] {
  return [
    `${" ".repeat(indent)}${printKey(name.verb)}:`,
    ...Object.entries(fields).flatMap(([field, value]) =>
      printField(field, value, comments[field], indent + 2),
    ),
  ];
}

export function printField(
  field: string,
  value: Json,
  comment: string | undefined,
  indent: number,
): readonly string[] {
  const above = comment === undefined ? [] : [`${" ".repeat(indent)}# ${comment}`];
  return [...above, ...printEntry(field, value, indent)];
}
