// The clients that are tried, each with what it can do and how its users add the sample server.

/** `HTTP` is the adapter for SDK 1.x; `HTTP 2.x` the one for SDK 2.x and protocol 2026-07-28, which the sample server uses. */
export type Way = "stdio" | "HTTP" | "HTTP 2.x";

export interface TriedClient {
  readonly title: string;
  /** Its folder in `drivers/node_modules`, whose version is the one that was tried. */
  readonly package: string;
  /** Its file in `drivers/clients`. */
  readonly driver: string;
  readonly ways: readonly Way[];
  readonly confirm: "yes" | "cannot ask";
  /** How it is used: one paragraph of Markdown. */
  readonly use: string;
}

const sdkUse = (more: string) =>
  `\`new StdioClientTransport({ command: "backoffice-server", args: [] })\`, or \`StreamableHTTPClientTransport\` with an \`Authorization\` header in \`requestInit\`. ${more}`;
const handler =
  "To let a person confirm, declare the capability `elicitation` and set a handler for `elicitation/create` that shows the message and the form.";

export const clients: readonly TriedClient[] = [
  {
    title: "MCP Inspector, command line",
    package: "@modelcontextprotocol/inspector",
    driver: "inspector",
    ways: ["stdio", "HTTP"],
    confirm: "cannot ask",
    use: "`mcp-inspector --cli --config servers.json --server backoffice --method tools/list`; a call is `--method tools/call --tool-name NAME --tool-arg key=value`. The command line cannot ask; the Inspector's web page can.",
  },
  {
    title: "mcporter",
    package: "mcporter",
    driver: "mcporter",
    ways: ["stdio", "HTTP"],
    confirm: "cannot ask",
    use: "`mcporter --config servers.json call backoffice.NAME --args '{…}'`. It takes `backoffice.projects.list` for a tool `projects`, and may put another tool in its place: keep the names without dots, which are the default.",
  },
  {
    title: "mcp-remote",
    package: "mcp-remote",
    driver: "mcp-remote",
    ways: ["HTTP"],
    confirm: "yes",
    use: 'For hosts that speak only stdio: the command `npx mcp-remote URL --header "Authorization:Bearer …"`. It forwards questions to its host and answers to the server, so a person confirms wherever the host can ask.',
  },
  {
    title: "Vercel AI SDK",
    package: "@ai-sdk/mcp",
    driver: "ai-sdk",
    ways: ["stdio", "HTTP"],
    confirm: "yes",
    use: '`createMCPClient({ transport: { type: "http", url, headers }, capabilities: { elicitation: {} } })`, then `client.tools()`. To let a person confirm, register `client.onElicitationRequest(ElicitationRequestSchema, …)`; without the capability, risky calls are refused. [The adapter of the guard](/guard-an-agent/#with-the-ai-sdk) asks before a call is sent.',
  },
  {
    title: "LangChain MCP adapters",
    package: "@langchain/mcp-adapters",
    driver: "langchain",
    ways: ["stdio", "HTTP"],
    confirm: "cannot ask",
    use: "`new MultiServerMCPClient({ mcpServers: { backoffice: { transport: \"http\", url, headers } } })`, then `client.getTools()`. A refused call throws a `ToolException` with the server's text. These adapters pass no questions on; use [the guard's adapter for LangGraph](/guard-an-agent/#with-langgraph), which asks by an interrupt.",
  },
  {
    title: "Mastra",
    package: "@mastra/mcp",
    driver: "mastra",
    ways: ["stdio", "HTTP", "HTTP 2.x"],
    confirm: "yes",
    use: "`new MCPClient({ servers: { backoffice: { url, requestInit, inputRequests } } })`, then `mcp.listTools()`, which puts the server's name in front of each tool's. To let a person confirm, give `inputRequests`: it is called with the question's message and form.",
  },
  {
    title: "MCP SDK 1.12",
    package: "sdk-1.12",
    driver: "sdk-1.12",
    ways: ["stdio", "HTTP"],
    confirm: "cannot ask",
    use: sdkUse("It is older than elicitation, so nobody can be asked: risky calls are refused."),
  },
  {
    title: "MCP SDK 1.20",
    package: "sdk-1.20",
    driver: "sdk-1.20",
    ways: ["stdio", "HTTP"],
    confirm: "yes",
    use: sdkUse(handler),
  },
  {
    title: "MCP SDK 1.32",
    package: "sdk-1.32",
    driver: "sdk-1.32",
    ways: ["stdio", "HTTP", "HTTP 2.x"],
    confirm: "yes",
    use: sdkUse(
      `${handler} Its requests time out after 60 seconds; give a person longer with \`timeout\`, or with \`resetTimeoutOnProgress\`.`,
    ),
  },
  {
    title: "MCP SDK 2.4",
    package: "@modelcontextprotocol/client",
    driver: "sdk-2",
    ways: ["stdio", "HTTP", "HTTP 2.x"],
    confirm: "yes",
    use: sdkUse(
      `${handler} With \`versionNegotiation: { mode: "auto" }\` it speaks protocol 2026-07-28 where the server does, and then answers the result \`input_required\` with the same handler.`,
    ),
  },
];
