import { toManifest } from "@proviso/compiler";
import { type ForeignTool, importTools, readList } from "@proviso/compiler/import";
import type { Json, ToolContract } from "@proviso/manifest";
import { claimsToRead, type Finding, type ListedTool, type UpstreamRules } from "./gateway-tool.ts";

/** The domain of tools without a contract: what questions, approvals and pauses name them by. */
const unlistedDomain = "unlisted";

/** Milliseconds that a tool without a contract may take: nobody has stated a limit, so only one that hangs is ended. */
const unlistedTimeoutMs = 60 * 60_000;

/** Tools of one draft: the text of a contract has a limit. */
const maxTogether = 1000;

type Request = Pick<UpstreamRules, "trustsHints"> & { readonly product: string };
type Drafted = ReadonlyMap<string, ToolContract>;

/**
 * Contracts for tools that have none, by the name in the upstream's list: the arguments are checked as the server lists them, and a
 * person is asked before every call, unless the tool is trusted to read. A definition that cannot be made into a contract is a
 * finding, and its tool is not run.
 */
export function unlistedContracts(
  tools: readonly ListedTool[],
  rules: Request,
): { readonly contracts: Drafted; readonly findings: readonly Finding[] } {
  const [first] = tools;
  if (!first) return { contracts: new Map(), findings: [] };
  const contracts = tools.length > maxTogether ? undefined : draft(tools, rules);
  if (contracts) return { contracts, findings: [] };
  const problem = "its schema cannot be read, so its arguments cannot be checked";
  if (tools.length === 1) return { contracts: new Map(), findings: [{ tool: first.name, problem }] };
  // One definition is the reason; the others must not be lost with it.
  const middle = Math.ceil(tools.length / 2);
  const halves = [tools.slice(0, middle), tools.slice(middle)].map((half) => unlistedContracts(half, rules));
  return {
    contracts: new Map(halves.flatMap((half) => [...half.contracts])),
    findings: halves.flatMap((half) => half.findings),
  };
}

function draft(tools: readonly ListedTool[], { product, trustsHints }: Request): Drafted | undefined {
  const list = readList(tools as unknown as Json);
  if (!list) return undefined;
  const trusted = new Set(tools.filter((tool) => trustsHints && claimsToRead(tool)).map(({ name }) => name));
  const foreign = list.tools.map((tool) => unclassified(tool, trusted.has(tool.name)));
  const request = { tools: foreign, product, domain: unlistedDomain, isOneDomain: true };
  const { names, model } = importTools(request);
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
