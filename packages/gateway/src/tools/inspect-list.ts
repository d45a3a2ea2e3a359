import { mcpName, type Json } from "@proviso/manifest";
import { hiddenIn } from "@proviso/manifest/hidden";
import { lookAlikes } from "@proviso/server";
import { isListedTool, type Finding, type ListedTool } from "./gateway-tool.ts";

export interface InspectedList {
  /** The tools without a finding. */
  readonly sound: readonly ListedTool[];
  readonly findings: readonly Finding[];
}

/** Deeper than any useful schema; later stages could overflow the stack. */
const deepest = 100;

/**
 * Finds what is wrong with a list before anything in it is trusted: names that are not allowed, two
 * tools of one name, names that a reader takes for one another, and characters that no reader sees.
 * Both tools of a pair are refused: nobody can tell which one is meant.
 */
export function inspectList(
  listed: readonly Json[],
  accepted: ReadonlySet<string> = new Set(),
): InspectedList {
  const tools = listed.filter(isListedTool);
  const names = tools.map(({ name }) => name);
  const twice = repeated(names);
  const alike = new Map(
    lookAlikes([...new Set(names)]).flatMap((group) =>
      group.map((name) => [name, group.filter((each) => each !== name)] as const),
    ),
  );
  const findings = new Map<string, string>();
  const find = (name: string, problem: string): void =>
    void (findings.has(name) || findings.set(name, problem));
  for (const tool of tools) {
    const { name } = tool;
    if (twice.has(name)) find(name, "the list has two tools of this name");
    else if (!mcpName.test(name)) find(name, "its name has characters that MCP does not allow");
    if (isDeeper(tool, deepest)) find(name, "its definition is nested too deeply to be checked");
    else if (!accepted.has(name)) for (const problem of doubtsOf(tool, alike.get(name))) find(name, problem);
  }
  const unnamed = listed.length - tools.length;
  return {
    sound: tools.filter(({ name }) => !findings.has(name)),
    findings: [
      ...[...findings].map(([tool, problem]) => ({ tool, problem })),
      ...(unnamed > 0
        ? [{ tool: "", problem: `${unnamed} listed tools have no name or no input schema` }]
        : []),
    ],
  };
}

export function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

/** What an operator may accept after reading it. */
function doubtsOf(tool: ListedTool, alike: readonly string[] | undefined): readonly string[] {
  const hidden = textsIn(tool)
    .flatMap((text) => hiddenIn(text))
    .at(0);
  return [
    ...(hidden ? [`its definition has characters that no reader sees, such as ${hidden.name}`] : []),
    ...(alike ? [`its name looks like that of ${alike.map((name) => `\`${name}\``).join(" and ")}`] : []),
  ];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json) => isDeeper(inner, levels - 1));
}
