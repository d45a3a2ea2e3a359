// SDK 1.x as an experienced user would use it: a low-level server, one shared validator, no checks of arguments.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { handlerOf, result, serverInfo } from "./tools.mjs";

const jsonSchemaValidator = new AjvJsonSchemaValidator();

export function rawServer({ tools }) {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, jsonSchemaValidator });
  const listed = tools.map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description,
    inputSchema,
    outputSchema,
  }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    result(handlerOf(params.name)(params.arguments)),
  );
  return server;
}
