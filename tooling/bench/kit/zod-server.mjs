// A high-level server of either SDK, whose tools are zod schemas.
import * as z from "zod";
import { handlerOf, result, serverInfo, writeTool } from "./tools.mjs";

const recordId = () =>
  z
    .string()
    .regex(/^r_[a-z0-9]{4,20}$/)
    .describe("Identifies a record.");

const input = () => ({
  recordId: recordId().optional(),
  text: z.string().max(200).describe("What to look for."),
  limit: z.int().min(1).max(100),
  order: z.enum(["newest", "oldest", "relevance"]),
  tags: z.array(z.string()).max(10).optional(),
  since: z.iso.date().optional(),
  isOpen: z.boolean().optional(),
  place: z.strictObject({ city: z.string(), country: z.string() }).optional(),
});

const output = () => ({
  ids: z.array(recordId()),
  total: z.int(),
  isComplete: z.boolean(),
  status: z.enum(["ready", "partial"]),
  note: z.string().optional(),
});

/** `wrap` makes the SDK's schema from these properties. */
export function zodServer(McpServer, { tools }, wrap, options = {}) {
  const server = new McpServer(serverInfo, { capabilities: { tools: {} }, ...options });
  for (const { name, description, hints } of tools) {
    const [given, returned] =
      name === writeTool ? [{ text: z.string().max(200) }, { id: z.string() }] : [input(), output()];
    const config = {
      description,
      inputSchema: wrap(given),
      outputSchema: wrap(returned),
      annotations: hints,
    };
    server.registerTool(name, config, async (args) => result(handlerOf(name)(args)));
  }
  return server;
}
