import { findEntry, findValue, parse } from "@proviso/compiler";

/** The part of a contract that declares a tool. Lines count from 1. */
export interface ToolSource {
  readonly line: number;
  readonly endLine: number;
  /** Without the indentation that all its lines have. */
  readonly text: string;
}

/** Finds a tool, by its full name, in the text of its contract. */
export function toolSource(contract: string, tool: string): ToolSource | undefined {
  const { tree } = parse({ path: "", text: contract });
  const entry = findEntry(findValue(tree, "tools"), tool.slice(tool.indexOf(".") + 1));
  if (!entry) return undefined;
  const { line, column } = entry.keySpan;
  const { endLine, endColumn } = entry.value.span;
  // A span that ends where a line begins covers the line before.
  const last = endColumn === 1 ? endLine - 1 : endLine;
  const lines = contract.split(/\r?\n/).slice(line - 1, last);
  while (lines.length > 1 && /^\s*(?:#.*)?$/.test(lines.at(-1) ?? "")) lines.pop();
  const text = lines.map((each) => each.replace(new RegExp(`^ {0,${column - 1}}`), "")).join("\n");
  return { line, endLine: line + lines.length - 1, text };
}
