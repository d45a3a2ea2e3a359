import { longestTimer, metaKeys, wireInputSchema, wireName, wireOutputSchema } from "@proviso/manifest";
import type { JsonObject, Manifest, PlanNotes, ToolContract, Progress } from "@proviso/manifest";
import type {
  McpConnection,
  WireCall,
  WireCallOptions,
  WireResult,
  WireTool,
} from "../connection/connection.ts";
import { asObject } from "../connection/json.ts";
import { type HasMetadata, type ToolMetadata, requiresConfirmation, statedHints } from "../tool/classify.ts";

/** What a function gets beside its input. */
export interface NativeCall {
  /** Aborts when the caller gives up, or when the call takes too long. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** The report on a dry run, with the properties of the contract's preview. */
export type NativePlan = JsonObject & Omit<PlanNotes, "dryRun">;

/** A function of the host's own program. `Input` is any JSON object. */
export interface NativeTool<Input = never, Output = unknown> {
  /** Does what the tool does. If it returns anything but an object, the caller gets `{ result }`. */
  readonly run: (input: Input, call: NativeCall) => Output | Promise<Output>;
  /** Returns what a call would do, without doing it. Required if the contract has a dry run. */
  readonly plan?: (input: Input, call: NativeCall) => NativePlan | Promise<NativePlan>;
  /** Shown to a person. Defaults to the tool's name. */
  readonly title?: string;
  readonly description?: string;
  /** Absent keys say nothing: a tool without metadata is unclassified, not safe. */
  readonly metadata?: ToolMetadata;
}

export type NativeTools = Readonly<Record<string, NativeTool>>;

interface Offered {
  readonly listed: WireTool;
  readonly tool: NativeTool;
}

/** A connection to functions instead of a server. A tool with the name of a contract has the contract's schemas. */
export function functionConnection(tools: NativeTools, contracts: Manifest | undefined): McpConnection {
  const offered = new Map<string, Offered>();
  for (const [name, tool] of Object.entries(tools)) {
    const contract = contracts?.tools.find((each) => each.name === name);
    if (contract?.dryRun && !tool.plan)
      throw new TypeError(`the contract of \`${name}\` has a dry run: give the tool a \`plan\``);
    const listed = listTool(name, tool, contract, contracts?.wireNames ?? "underscore");
    if (offered.has(listed.name))
      throw new TypeError(`two tools are called \`${listed.name}\` over MCP: rename one of them`);
    offered.set(listed.name, { listed, tool });
  }
  return {
    listTools: () => Promise.resolve([...offered.values()].map(({ listed }) => listed)),
    async callTool(call, options) {
      const found = offered.get(call.name);
      return found
        ? runFunction(found, call, options)
        : { kind: "unknown_tool", message: "no such function" };
    },
    onElicitation: () => undefined,
    onToolsChanged: () => undefined,
    close: () => Promise.resolve(),
  };
}

function listTool(
  name: string,
  { title, description, metadata = {} }: NativeTool,
  contract: ToolContract | undefined,
  names: Manifest["wireNames"],
): WireTool {
  const said: HasMetadata = { metadata };
  const outputSchema = contract && wireOutputSchema(contract);
  return {
    name: contract ? wireName(contract, names) : name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: contract ? wireInputSchema(contract) : { type: "object" },
    ...(outputSchema ? { outputSchema } : {}),
    annotations: statedHints(said),
    meta: {
      [metaKeys.contract]: {
        metadata,
        ...(requiresConfirmation(said) ? { autonomousExecution: false } : {}),
      },
    },
  };
}

/** Rejects if the function is aborted, because then it is not known what it did. */
async function runFunction(
  { tool, listed }: Offered,
  { input }: WireCall,
  { signal: given, timeoutMs, totalMs = timeoutMs, onProgress = () => undefined }: WireCallOptions,
): Promise<WireResult> {
  const limit = AbortSignal.timeout(Math.min(totalMs, longestTimer));
  const signal = AbortSignal.any([limit, ...(given ? [given] : [])]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  const { dryRun, ...declared } = input;
  const isPlan = tool.plan !== undefined && dryRun === true;
  const work = async (): Promise<WireResult> => {
    try {
      const call = { signal, onProgress };
      const value = isPlan
        ? { ...(await tool.plan?.(declared as never, call)), dryRun: true }
        : await tool.run(input as never, call);
      return { kind: "completed", output: outputOf(value), meta: {} };
    } catch (error) {
      return { kind: "failed", text: textOf(error) || `\`${listed.name}\` failed`, meta: {} };
    }
  };
  signal.throwIfAborted();
  return Promise.race([work(), aborted]);
}

/** Returns the text of a thrown value; empty if it has none. */
function textOf(error: unknown): string {
  try {
    const text: unknown = error instanceof Error ? error.message : error;
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

function outputOf(value: unknown): JsonObject {
  return value === undefined ? {} : (asObject(value) ?? ({ result: value } as JsonObject));
}
