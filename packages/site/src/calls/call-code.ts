import type { JsonObject } from "@proviso/manifest";
import type { ToolCall, Client } from "./tool-call.ts";
import { jsonText, literal, visibleJson } from "./literal.ts";

/** One way to call a tool, as code to copy. */
export interface CallCode {
  /** Part of its address: `#call-typescript`. */
  readonly id: string;
  readonly title: string;
  readonly language: "json" | "ts" | "sh";
  readonly code: string;
}

/** Every way to call a tool, with its example. */
export function callCodes(call: ToolCall): readonly CallCode[] {
  const { inputSchema, outputSchema, client, typed } = call;
  const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
  return [
    codeOf("json-schema", "JSON Schema", "json", jsonText(schemas)),
    ...(client && typed ? typescriptCodes(call, client, typed) : []),
    codeOf("mcp", "MCP", "json", jsonText(mcpMessage(call))),
    codeOf("terminal", "Terminal", "sh", curl(call)),
  ];
}

function codeOf(id: string, title: string, language: CallCode["language"], code: string): CallCode {
  return { id, title, language, code };
}

function typescriptCodes(
  call: ToolCall,
  client: Client,
  typed: readonly [string, string],
): readonly CallCode[] {
  const frameworks = [
    codeOf("ai-sdk", "Vercel AI SDK", "ts", aiSdkCode(call, client)),
    codeOf("openai-agents", "OpenAI Agents", "ts", openAiAgentsCode(call, client)),
    codeOf("langchain", "LangChain", "ts", langChainCode(call, client)),
  ];
  return [codeOf("typescript", "TypeScript", "ts", typescriptCode(call, client, typed)), ...frameworks];
}

function typescriptCode(
  { input = {}, failures }: ToolCall,
  { module, create, variable }: Client,
  [domain, method]: readonly [string, string],
): string {
  const called = `const result = await ${variable}.${domain}.${method}(`;
  const known = failures.length === 0 ? "" : ` // ${failures.join(", ")}, …`;
  return [
    `import { ${create} } from ${visibleJson(module)};`,
    "",
    `const ${variable} = ${create}(connection, { confirm });`,
    `${called}${literal(input, called.length)});`,
    "if (result.ok) console.log(result.value);",
    `else console.error(result.failure.code);${known}`,
  ].join("\n");
}

/** The tool alone, as a set that frameworks are given. */
function toolSet({ name }: ToolCall, { variable }: Client): string {
  return `${variable}.guard.tools.filter(({ name }) => name === ${visibleJson(name)})`;
}

function prompt({ wireName, input }: ToolCall): string {
  return visibleJson(`Call ${wireName}${input === undefined ? "" : ` with ${JSON.stringify(input)}`}.`);
}

function aiSdkCode(call: ToolCall, client: Client): string {
  return [
    'import { aiSdkTools } from "@proviso/client/ai-sdk";',
    'import { generateText, stepCountIs } from "ai";',
    "",
    `const only = ${toolSet(call, client)};`,
    "const { text } = await generateText({",
    "  model,",
    `  tools: aiSdkTools(${client.variable}.guard, only),`,
    `  prompt: ${prompt(call)},`,
    "  stopWhen: stepCountIs(2),",
    "});",
  ].join("\n");
}

function openAiAgentsCode(call: ToolCall, client: Client): string {
  return [
    'import { Agent, run } from "@openai/agents";',
    'import { openAiAgentsTools } from "@proviso/client/openai-agents";',
    "",
    `const only = ${toolSet(call, client)};`,
    `const agent = new Agent({ name: "Agent", model, tools: openAiAgentsTools(${client.variable}.guard, only) });`,
    "const { finalOutput, interruptions } = await run(",
    "  agent,",
    `  ${prompt(call)},`,
    ");",
  ].join("\n");
}

function langChainCode(call: ToolCall, client: Client): string {
  return [
    'import { MemorySaver } from "@langchain/langgraph";',
    'import { createReactAgent } from "@langchain/langgraph/prebuilt";',
    'import { langChainTools } from "@proviso/client/langchain";',
    "",
    `const only = ${toolSet(call, client)};`,
    "const agent = createReactAgent({",
    "  llm: model,",
    `  tools: langChainTools(${client.variable}.guard, only),`,
    "  checkpointer: new MemorySaver(),",
    "});",
    `const content = ${prompt(call)};`,
    "const thread = { configurable: { thread_id: crypto.randomUUID() } };",
    'const { messages } = await agent.invoke({ messages: [{ role: "user", content }] }, thread);',
  ].join("\n");
}

const protocolVersion = "2026-07-28";

/** A request of MCP 2026-07-28, without a session. The answer may be a question. */
function mcpMessage({ wireName, input = {} }: ToolCall): JsonObject {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const params = { name: wireName, arguments: input, _meta };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

function curl(call: ToolCall): string {
  const headers = [
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    `mcp-protocol-version: ${protocolVersion}`,
    "mcp-method: tools/call",
    `mcp-name: ${call.wireName}`,
  ];
  return [
    "curl http://127.0.0.1:8080/mcp",
    '  --header "authorization: Bearer $TOKEN"',
    ...headers.map((header) => `  --header ${quoted(header)}`),
    `  --data ${quoted(visibleJson(mcpMessage(call)))}`,
  ].join(" \\\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
