import type { ContractModel } from "@proviso/compiler";
import type { JsonSchema, ToolContract } from "@proviso/manifest";

export interface NamedType {
  /** The full name, such as `files.fileId`. */
  readonly key: string;
  readonly schema: JsonSchema;
}

/** A domain as agents may know it: no forbidden tools, and only the types that the others need. */
export interface VisibleDomain {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly tools: readonly ToolContract[];
  readonly types: readonly NamedType[];
}

/** Seed 001: "Forbidden tools do not appear in discovery responses"; what is generated is a form of discovery. */
export function visibleDomains(model: ContractModel): VisibleDomain[] {
  const tools = model.domains.flatMap((domain) => domain.tools.filter(isVisible));
  const types = typesOf(tools);
  return model.domains
    .map((domain) => ({
      name: domain.name,
      file: domain.file,
      description: domain.description,
      tools: domain.tools.filter(isVisible),
      types: types.filter(({ key }) => key.startsWith(`${domain.name}.`)),
    }))
    .filter((domain) => domain.tools.length > 0 || domain.types.length > 0);
}

function isVisible(tool: ToolContract): boolean {
  return tool.riskLevel !== "forbidden";
}

/** Every schema is self-contained, so its `$defs` are exactly the named types that it reaches. */
function typesOf(tools: readonly ToolContract[]): NamedType[] {
  const types = new Map<string, JsonSchema>();
  for (const { inputSchema, outputSchema, dryRun } of tools)
    for (const schema of [inputSchema, outputSchema, dryRun?.preview])
      for (const [key, each] of Object.entries(schema?.["$defs"] ?? {})) types.set(key, each as JsonSchema);
  return [...types].map(([key, schema]) => ({ key, schema })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
