import { hash } from "node:crypto";
import {
  canonicalJson,
  contractParts,
  metaKeys,
  planDefinition,
  restHash,
  toolDefinition,
} from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type {
  ElicitationAnswer,
  ElicitationHandler,
  McpConnection,
  WireCall,
  WireResult,
  WireTool,
} from "../src/index.ts";

/** With a `url`, the question is a page to open. */
type Ask = (message: string, meta: JsonObject, url?: unknown) => Promise<ElicitationAnswer>;
type Behaviour = (call: WireCall, ask: Ask) => Promise<WireResult> | WireResult;

export interface FakeConnection extends McpConnection {
  readonly calls: readonly WireCall[];
  /** Milliseconds that each call was given. */
  readonly timeouts: readonly number[];
  readonly answers: readonly ElicitationAnswer[];
  /** Reports that the list of tools has changed. */
  toolsChanged(): void;
}

const sha256 = (text: string): Uint8Array => hash("sha256", text, "buffer");

export function listed(tool: ToolContract): WireTool {
  const { _meta: meta, ...shown } = toolDefinition(tool, "dotted", sha256);
  return structuredClone({ ...shown, meta }) as unknown as WireTool;
}

/** The tool beside it that makes its plan. */
export function listedPlan(tool: ToolContract): WireTool {
  const plan = planDefinition(tool, "dotted");
  if (!plan) throw new TypeError(`${tool.name} has no dry run`);
  const { _meta: meta, ...shown } = plan;
  return structuredClone({ ...shown, meta }) as unknown as WireTool;
}

/** Computed as in the compiler, for contracts that are written in a test. */
export function hashOf(tool: ToolContract): string {
  const parts = contractParts(tool);
  return hash("sha256", canonicalJson({ ...parts.facts, rest: restHash(parts, sha256) }));
}

/** An MCP connection without a server: lists `tools` and answers calls by `behaviour`. */
export function fakeConnection(tools: readonly WireTool[], behaviour: Behaviour): FakeConnection {
  const calls: WireCall[] = [];
  const timeouts: number[] = [];
  const answers: ElicitationAnswer[] = [];
  let changed = (): void => undefined;
  let handler: ElicitationHandler = () => Promise.resolve({ action: "decline" });
  const ask: Ask = async (message, meta, url) => {
    const answer = await handler({ message, schema: {}, meta, ...(url !== undefined && { url }) });
    answers.push(answer);
    return answer;
  };
  return {
    calls,
    timeouts,
    answers,
    listTools: () => Promise.resolve(tools),
    async callTool(call, { timeoutMs }) {
      calls.push(call);
      timeouts.push(timeoutMs);
      return behaviour(call, ask);
    },
    onElicitation: (next) => void (handler = next),
    onToolsChanged: (next) => void (changed = next),
    toolsChanged: () => changed(),
    close: () => Promise.resolve(),
  };
}

export function done(output: JsonObject = {}): WireResult {
  return { kind: "completed", output, meta: { [metaKeys.outcome]: { kind: "completed", replayed: false } } };
}

export function failure(code: string, more: JsonObject = {}): WireResult {
  return { kind: "failed", text: code, meta: { [metaKeys.failure]: { code, message: `${code}.`, ...more } } };
}
