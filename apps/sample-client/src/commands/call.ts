import type { Guard } from "@proviso/client";
import { UsageError } from "@proviso/terminal";
import { suggestTool } from "./suggest-tool.ts";
import { printJson } from "@proviso/manifest";
import { readInput } from "../arguments/input.ts";
import type { ClientHost } from "../session/session.ts";
import { viewResult } from "../view/result.ts";

export interface CallArguments {
  readonly tool: string;
  readonly input?: string | undefined;
  readonly words: readonly string[];
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | undefined;
  readonly json: boolean;
}

/** Calls a tool through the guard. Returns the exit code. */
export async function callCommand(
  guard: Guard,
  host: ClientHost,
  callArguments: CallArguments,
): Promise<0 | 1> {
  const schema = guard.tools.get(callArguments.tool)?.contract?.inputSchema ?? {};
  const input = readInput(callArguments.input, callArguments.words, schema);
  if ("dryRun" in input) throw new UsageError("`dryRun` is no argument: use --dry-run");
  const key =
    callArguments.idempotencyKey === undefined ? {} : { idempotencyKey: callArguments.idempotencyKey };
  const result = await (callArguments.dryRun
    ? guard.plan(callArguments.tool, input, key)
    : guard.call(callArguments.tool, input, key));
  host.out(callArguments.json ? printJson(result, 2) : viewResult(result));
  if (!result.ok && result.failure.code === "unknown_tool")
    suggestTool(guard.tools, callArguments.tool, host);
  return result.ok ? 0 : 1;
}
