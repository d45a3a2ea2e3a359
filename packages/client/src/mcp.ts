import { extensionName } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ErrorCode,
  McpError,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type {
  ElicitationHandler,
  McpConnection,
  WireCall,
  WireCallOptions,
  WireResult,
  WireTool,
} from "./connection.ts";
import { asObject, asString } from "./json.ts";
import { createOutputChecks } from "./output-checks.ts";
import type { OutputChecks } from "./output-checks.ts";

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

const declineAll: ElicitationHandler = () => Promise.resolve({ action: "decline" });

/** Connects over a transport of `@modelcontextprotocol/sdk` 1.x. Rejects when the server cannot be reached. */
export async function connectMcpClient(
  transport: Transport,
  info: ClientInfo = { name: "proviso", version: "0" },
): Promise<McpConnection> {
  const extensions = { [extensionName]: { version: 1 } };
  const client = new Client({ ...info }, { capabilities: { elicitation: { form: {} }, extensions } });
  let handler: ElicitationHandler = declineAll;
  // Before connecting: a server may ask at once.
  client.setRequestHandler(ElicitRequestSchema, async ({ params }): Promise<ElicitResult> => {
    const schema = "requestedSchema" in params ? (asObject(params.requestedSchema) ?? {}) : {};
    const { message, _meta: meta } = params;
    const answer = await handler({ message, schema, meta: asObject(meta) ?? {} });
    return answer.action === "accept"
      ? { action: "accept", content: answer.content as NonNullable<ElicitResult["content"]> }
      : { action: answer.action };
  });
  await client.connect(transport);
  const checks = createOutputChecks();
  return {
    listTools: () => listTools(client, checks),
    callTool: (call, options) => callTool(client, checks, call, options),
    onElicitation: (next) => void (handler = next),
    close: () => client.close(),
  };
}

/**
 * Reads the list as it is: the SDK's own `listTools` strips what it does not know, and one tool with an odd output
 * schema would make it reject all of them.
 */
async function listTools(client: Client, checks: OutputChecks): Promise<readonly WireTool[]> {
  const tools: WireTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: "tools/list", params }, ResultSchema);
    tools.push(...readTools(page["tools"]));
    cursor = asString(page["nextCursor"]);
    if (cursor !== undefined && seen.has(cursor)) throw new Error("the list of tools goes round in circles");
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  checks.replace(tools);
  return tools;
}

function readTools(listed: unknown): readonly WireTool[] {
  return (Array.isArray(listed) ? listed : []).flatMap((item: unknown) => {
    const tool = readTool(asObject(item) ?? {});
    return tool ? [tool] : [];
  });
}

function readTool(tool: JsonObject): WireTool | undefined {
  const name = asString(tool["name"]);
  const inputSchema = asObject(tool["inputSchema"]);
  if (name === undefined || !inputSchema) return undefined;
  const [title, description] = [asString(tool["title"]), asString(tool["description"])];
  const [outputSchema, annotations] = [asObject(tool["outputSchema"]), asObject(tool["annotations"])];
  const execution = asObject(tool["execution"]);
  return {
    name,
    inputSchema,
    meta: asObject(tool["_meta"]) ?? {},
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema ? { outputSchema } : {}),
    ...(annotations ? { annotations } : {}),
    ...(execution ? { execution } : {}),
  };
}

async function callTool(
  client: Client,
  checks: OutputChecks,
  call: WireCall,
  options: WireCallOptions,
): Promise<WireResult> {
  const { signal, timeoutMs, onProgress } = options;
  const params = { name: call.name, arguments: { ...call.input }, _meta: { ...call.meta } };
  try {
    const result = await client.request({ method: "tools/call", params }, CallToolResultSchema, {
      timeout: timeoutMs,
      resetTimeoutOnProgress: true,
      ...(signal ? { signal } : {}),
      ...(onProgress
        ? { onprogress: ({ progress, total, message }) => onProgress(toProgress(progress, total, message)) }
        : {}),
    });
    return readResult(call.name, checks, result);
  } catch (error) {
    // The specification's answer to an unknown tool, under either name.
    if (error instanceof McpError && error.code === ErrorCode.InvalidParams)
      return { kind: "unknown_tool", message: error.message };
    throw error;
  }
}

function toProgress(
  progress: number,
  total?: number,
  message?: string,
): Parameters<NonNullable<WireCallOptions["onProgress"]>>[0] {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

function readResult(name: string, checks: OutputChecks, result: CallToolResult): WireResult {
  const { _meta } = result;
  const meta = asObject(_meta) ?? {};
  if (result.isError) return { kind: "failed", text: textOf(result), meta };
  const output = asObject(result.structuredContent);
  checks.assert(name, output);
  // A tool without an output schema answers in content only.
  return {
    kind: "completed",
    output: output ?? { content: result.content as unknown as JsonObject[] },
    meta,
  };
}

function textOf(result: CallToolResult): string {
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
