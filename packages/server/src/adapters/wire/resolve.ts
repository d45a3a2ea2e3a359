import {
  acceptedNames,
  extensionName,
  metaKeys,
  publicSchema,
  resolveMethod,
  wireInputSchema,
  wireOutputSchema,
  refinedFacts,
} from "@proviso/manifest";
import type { Hints, ResolutionNote, ToolContract } from "@proviso/manifest";
import type { EnforcingServer, Principal, Resolution } from "../../api/outcome.ts";
import { protocolError, readCallNotes } from "./call-notes.ts";
import { toResult, type ToolResult } from "./result.ts";

/** The server's capability beyond MCP. */
export const extensions: Readonly<Record<string, { readonly version: 1; readonly resolve: string }>> = {
  [extensionName]: { version: 1, resolve: resolveMethod },
};

/** The result of the draft SEP-1862: the requested name and the hints. A type alias, because SDKs require an index signature. */
export type ResolveResult = {
  name: string;
  annotations: { -readonly [Hint in keyof Hints]: Hints[Hint] };
  _meta: Record<string, unknown>;
};

/** Handles `resolveMethod`. Throws the same JSON-RPC errors as `tools/call`. */
export async function answerResolve(
  server: EnforcingServer,
  params: unknown,
  principal: Principal | undefined,
): Promise<ResolveResult | ToolResult> {
  const {
    name,
    arguments: input,
    contract: isWhole,
    _meta: meta,
  } = (params ?? {}) as {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly contract?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  if (typeof name !== "string") throw protocolError("`name` must be a string");
  if (isWhole === true && input === undefined) return describeTool(server, name, principal);
  const { idempotencyKey } = readCallNotes(meta);
  const answer = await server.resolve(name, input ?? {}, {
    ...(principal && { principal }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return answer.kind === "resolved" ? resolveResult(answer, name, isWhole === true) : toResult(answer, name);
}

/** The contract of a tool that the caller is listed. Any other tool is unknown. */
function describeTool(
  server: EnforcingServer,
  name: string,
  principal: Principal | undefined,
): ResolveResult {
  const contract = server.list(principal).find((tool) => acceptedNames(tool).includes(name));
  if (!contract) throw protocolError(`Unknown tool: ${name}`);
  return resolveResult({ kind: "resolved", tool: contract.name, contract }, name, true);
}

/** Returns the contract with schemas as clients see them, without marks of `sensitive`. */
function asListed(contract: ToolContract): ToolContract {
  const outputSchema = wireOutputSchema(contract);
  const { dryRun } = contract;
  return {
    ...contract,
    inputSchema: wireInputSchema(contract),
    ...(outputSchema && { outputSchema }),
    ...(dryRun && { dryRun: { ...dryRun, preview: publicSchema(dryRun.preview) } }),
  };
}

function resolveResult(
  { contract, refinement, refusal, alreadyDone }: Resolution,
  name: string,
  isWhole: boolean,
): ResolveResult {
  const { riskReason: _reason, hints, ...facts } = refinedFacts(contract);
  const note: ResolutionNote = {
    tool: contract.name,
    contractHash: contract.hash,
    ...(refinement !== undefined && { refinement }),
    ...facts,
    ...(refusal && { refusal }),
    ...(alreadyDone && { alreadyDone }),
    ...(isWhole && { contract: asListed(contract) }),
  };
  return { name, annotations: { ...hints }, _meta: { [metaKeys.resolution]: note } };
}
