import { compile, toManifest } from "@proviso/compiler";
import { type ForeignTool, importTools, readList } from "@proviso/compiler/import";
import type { Json, ToolContract } from "@proviso/manifest";
import type { Finding } from "./inspect-list.ts";
import type { ListedTool } from "./listed-tool.ts";

/** The domain of tools without a contract: what questions, approvals and pauses name them by. */
export const unlistedDomain = "unlisted";

/** Milliseconds that a tool without a contract may take: nobody has stated a limit, so only one that hangs is ended. */
const unlistedTimeoutMs = 60 * 60_000;

export interface UnlistedTool {
  readonly definition: ListedTool;
  /** Whether the server's claim that it only reads is believed. */
  readonly isTrusted: boolean;
}

export interface UnlistedContracts {
  /** By the name in the upstream's list. */
  readonly contracts: ReadonlyMap<string, ToolContract>;
  readonly findings: readonly Finding[];
}

/**
 * Contracts for tools that have none: the arguments are checked as the server lists them, and a person is asked before every call,
 * unless the tool is trusted to read. A definition that cannot be made into a contract is a finding, and its tool is not run.
 */
export function unlistedContracts(product: string, tools: readonly UnlistedTool[]): UnlistedContracts {
  if (tools.length === 0) return { contracts: new Map(), findings: [] };
  const together = draft(product, tools);
  if (together) return { contracts: together, findings: [] };
  // One definition is the reason; the others must not be lost with it.
  const contracts = new Map<string, ToolContract>();
  const findings: Finding[] = [];
  for (const tool of tools) {
    const { name } = tool.definition;
    const contract = draft(product, [tool])?.get(name);
    if (contract) contracts.set(name, contract);
    else
      findings.push({ tool: name, problem: "its schema cannot be read, so its arguments cannot be checked" });
  }
  return { contracts, findings };
}

function draft(
  product: string,
  tools: readonly UnlistedTool[],
): ReadonlyMap<string, ToolContract> | undefined {
  const list = readList(tools.map(({ definition }) => definition) as unknown as Json);
  if (!list) return undefined;
  const trusted = new Set(
    tools.filter(({ isTrusted }) => isTrusted).map(({ definition }) => definition.name),
  );
  const foreign = list.tools.map((tool) => unclassified(tool, trusted.has(tool.name)));
  const request = { tools: foreign, product, domain: unlistedDomain, isOneDomain: true };
  const { contracts, names, errors } = importTools(request);
  if (errors.length > 0) return undefined;
  const { model } = compile(contracts);
  if (!model) return undefined;
  const manifest = toManifest(model, { product, wireNames: "underscore" });
  const byName = new Map(manifest.tools.map((tool) => [tool.name, tool]));
  return new Map(
    Object.entries(names).flatMap(([name, contractName]) => {
      const contract = byName.get(contractName);
      return contract ? [[name, undescribed(contract)] as const] : [];
    }),
  );
}

/** What a person reads about the effects of such a tool. */
const unknownEffect = "Whatever this tool changes; it has no contract that says what.";

function undescribed(contract: ToolContract): ToolContract {
  const sideEffects = contract.sideEffects.map((effect) => ({ ...effect, description: unknownEffect }));
  return { ...contract, sideEffects, timeoutMs: unlistedTimeoutMs };
}

/**
 * Nothing that the server says about itself counts, but for a trusted claim to read. Its words are quoted on one line, so that a
 * person cannot take them for the gateway's.
 */
function unclassified(
  { name, title, description, inputSchema, outputSchema, annotations }: ForeignTool,
  isTrusted: boolean,
): ForeignTool {
  const { openWorldHint } = annotations;
  const words = [title, description].filter((each) => each !== undefined).join(": ");
  const quoted = JSON.stringify(words.replaceAll(/\s+/g, " ").trim());
  return {
    name,
    description: words === "" ? "Its server says nothing of it." : `Its server says: ${quoted}`,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    annotations: isTrusted
      ? { readOnlyHint: true, ...(openWorldHint !== undefined && { openWorldHint }) }
      : {},
  };
}
