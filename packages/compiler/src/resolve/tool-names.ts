import { planSuffix, withoutDots } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import type { DeclaredTool } from "./declarations.ts";
import { resolveErrors } from "./problems.ts";
import type { Symbols } from "./symbols.ts";
import type { DeclaredName } from "./used-names.ts";

/** The longest tool name that the common hosts accept. */
const toolNameLimit = 64;

/** Names that differ in the contract and are equal over MCP or in generated code. */
export function checkToolNames(symbols: Symbols, report: Report): void {
  const tools = [...symbols.domains].flatMap(([domain, { tools: declared }]) =>
    declared.map((tool): DeclaredTool => ({ ...tool, name: `${domain}.${tool.name}` })),
  );
  const wire = new Map<string, DeclaredName>();
  const code = new Map<string, DeclaredName>();
  for (const tool of tools) {
    const { name, span, wireName, hasDryRun } = tool;
    const longestName = hasDryRun ? `${name}${planSuffix}` : name;
    if (!wireName && longestName.length > toolNameLimit)
      report(resolveErrors.at(span, "name-too-long", { name: longestName, limit: toolNameLimit }));
    const isTaken = claimWireNames(tool, wire, report);
    const codeName = camelCase(name);
    const same = claimToolName(codeName, tool, code);
    if (same && !isTaken)
      report(resolveErrors.at(span, "name-collision", { name, other: same.name, both: codeName }));
  }
}

/**
 * Reports one collision of wire names. Hosts that refuse dots replace them by underscores, so names
 * that differ only in these collide.
 */
function claimWireNames(tool: DeclaredTool, wire: Map<string, DeclaredName>, report: Report): boolean {
  const { name, span, wireName, hasDryRun } = tool;
  const named = [{ value: name, span }, ...(wireName ? [wireName] : [])];
  const plans = named.map((each) => ({ value: `${each.value}${planSuffix}`, span: each.span }));
  for (const each of hasDryRun ? [...named, ...plans] : named) {
    const both = withoutDots(each.value);
    const taken = claimToolName(both, tool, wire);
    if (!taken) continue;
    report(resolveErrors.at(each.span, "wire-name-collision", { name, other: taken.name, both }));
    return true;
  }
  return false;
}

function claimToolName(
  key: string,
  tool: DeclaredName,
  taken: Map<string, DeclaredName>,
): DeclaredName | undefined {
  const before = taken.get(key);
  if (before) return before.name === tool.name ? undefined : before;
  taken.set(key, tool);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
