import type { Report } from "../report/diagnostic.ts";
import { resolveErrors } from "./problems.ts";
import type { Symbols } from "./symbols.ts";
import type { DeclaredName } from "./used-names.ts";

/** The longest tool name that the common hosts accept. */
const nameLimit = 64;

/** Names that are different in the contract and the same elsewhere: over the wire, or in generated code. */
export function checkToolNames(symbols: Symbols, report: Report): void {
  if (areApart(symbols.tools)) return;
  const tools = [...symbols.domains].flatMap(([domain, { tools: declared }]) =>
    declared.map(({ name, span }): DeclaredName => ({ name: `${domain}.${name}`, span })),
  );
  const wire = new Map<string, DeclaredName>();
  const code = new Map<string, DeclaredName>();
  for (const tool of tools) {
    const { name, span } = tool;
    if (name.length > nameLimit) report(resolveErrors.at(span, "name-too-long", { name, limit: nameLimit }));
    const wireName = name.replaceAll(".", "_");
    const taken = claim(wireName, tool, wire);
    if (taken)
      report(resolveErrors.at(span, "wire-name-collision", { name, other: taken.name, both: wireName }));
    const codeName = camelCase(name);
    const same = claim(codeName, tool, code);
    if (same && !taken)
      report(resolveErrors.at(span, "name-collision", { name, other: same.name, both: codeName }));
  }
}

/** Whether no name is too long and all remain different without their joints: quick to see, and so it nearly always is. */
function areApart(names: ReadonlySet<string>): boolean {
  const bare = new Set<string>();
  for (const name of names) {
    if (name.length > nameLimit) return false;
    bare.add(name.replaceAll(/[._]/g, "").toLowerCase());
  }
  return bare.size === names.size;
}

function claim(key: string, tool: DeclaredName, taken: Map<string, DeclaredName>): DeclaredName | undefined {
  const before = taken.get(key);
  if (before) return before.name === tool.name ? undefined : before;
  taken.set(key, tool);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
