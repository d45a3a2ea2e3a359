import { extensionName, metaKeys, resolveMethod } from "@proviso/manifest";
import type { Hints, ResolutionNote } from "@proviso/manifest";
import type { EnforcingServer, Principal, Resolution } from "../../api/outcome.ts";
import { protocolError, readCallNotes } from "./call-notes.ts";
import { toResult, type ToolResult } from "./result.ts";

/** The server's capability beyond MCP. */
export const extensions: Readonly<Record<string, { readonly version: 1; readonly resolve: string }>> = {
  [extensionName]: { version: 1, resolve: resolveMethod },
};

/** As in the draft of SEP-1862: the requested name and the hints. A type alias, because SDKs require an index signature. */
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
    arguments: input = {},
    _meta: meta,
  } = (params ?? {}) as {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  if (typeof name !== "string") throw protocolError("`name` must be a string");
  const { idempotencyKey } = readCallNotes(meta);
  const answer = await server.resolve(name, input, {
    ...(principal && { principal }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return answer.kind === "resolved" ? resolveResult(answer, name) : toResult(answer, name);
}

function resolveResult({ contract, refinement, refusal }: Resolution, name: string): ResolveResult {
  const { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, dataFlow } = contract;
  const note: ResolutionNote = {
    tool: contract.name,
    contractHash: contract.hash,
    ...(refinement !== undefined && { refinement }),
    riskLevel,
    autonomousExecution,
    confirmation,
    stepUpAuth,
    sideEffects,
    dataFlow,
    ...(refusal && { refusal }),
  };
  return { name, annotations: { ...contract.hints }, _meta: { [metaKeys.resolution]: note } };
}
