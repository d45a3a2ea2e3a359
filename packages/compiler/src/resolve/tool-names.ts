import { withoutDots } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import type { DeclaredTool } from "./declarations.ts";
import { resolveErrors } from "./problems.ts";
import type { Symbols } from "./symbols.ts";
import type { DeclaredName } from "./used-names.ts";

/** The longest tool name that the common hosts accept. */
const nameLimit = 64;

/** Names that are different in the contract and the same elsewhere: over MCP, or in generated code. */
export function checkToolNames(symbols: Symbols, report: Report): void {
  const tools = [...symbols.domains].flatMap(([domain, { tools: declared }]) =>
    declared.map((tool): DeclaredTool => ({ ...tool, name: `${domain}.${tool.name}` })),
  );
  if (areApart(tools)) return;
  const wire = new Map<string, DeclaredName>();
  const code = new Map<string, DeclaredName>();
  for (const tool of tools) {
    const { name, span, wireName } = tool;
    if (!wireName && name.length > nameLimit)
      report(resolveErrors.at(span, "name-too-long", { name, limit: nameLimit }));
    const isTaken = claimWireNames(tool, wire, report);
    const codeName = camelCase(name);
    const same = claim(codeName, tool, code);
    if (same && !isTaken)
      report(resolveErrors.at(span, "name-collision", { name, other: same.name, both: codeName }));
  }
}

/** Hosts that refuse dots write underscores, so that names which differ in nothing else are the same. Reports one collision. */
function claimWireNames(tool: DeclaredTool, wire: Map<string, DeclaredName>, report: Report): boolean {
  const { name, span, wireName } = tool;
  for (const each of [{ value: name, span }, ...(wireName ? [wireName] : [])]) {
    const both = withoutDots(each.value);
    const taken = claim(both, tool, wire);
    if (!taken) continue;
    report(resolveErrors.at(each.span, "wire-name-collision", { name, other: taken.name, both }));
    return true;
  }
  return false;
}

/** Whether no name is too long and all remain different without their joints: quick to see, and so it nearly always is. */
function areApart(tools: readonly DeclaredTool[]): boolean {
  const bare = new Set<string>();
  for (const { name, wireName } of tools) {
    if (name.length > nameLimit || wireName) return false;
    bare.add(name.replaceAll(/[._]/g, "").toLowerCase());
  }
  return bare.size === tools.length;
}

function claim(key: string, tool: DeclaredName, taken: Map<string, DeclaredName>): DeclaredName | undefined {
  const before = taken.get(key);
  if (before) return before.name === tool.name ? undefined : before;
  taken.set(key, tool);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
