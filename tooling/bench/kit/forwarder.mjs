// Forwards lists and calls to the server that its arguments start, over the MCP SDK, and checks nothing.
import process from "node:process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [command, ...args] = process.argv.slice(2);
const upstream = new Client({ name: "forwarder", version: "1" });
await upstream.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const server = new Server({ name: "forwarder", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, ({ params }) => upstream.listTools(params));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => upstream.callTool(params));
process.stdin.once("end", () => process.exit());
await server.connect(new StdioServerTransport());
