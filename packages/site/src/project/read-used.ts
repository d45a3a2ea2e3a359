import { escapeText } from "@proviso/manifest";
import { z } from "astro/zod";
import { readShape } from "./read-shape.ts";

const toolUse = z.object({
  tool: z.string(),
  calls: z.number(),
  /** ISO 8601. */
  lastCalled: z.string(),
  refused: z.number(),
  approved: z.number(),
  denied: z.number(),
  // Whoever calls may have chosen the id.
  by: z.array(z.object({ id: z.string().transform(escapeText), calls: z.number() })),
});

const exportShape = z.object({ format: z.literal(1), tools: z.array(toolUse) });

/** How a tool was called: sums, and who called it. */
export type ToolUse = z.infer<typeof toolUse>;

/** The use of each tool that was called, by its name in the contract. */
export type UsedTools = Readonly<Record<string, ToolUse>>;

/** Reads what `proviso audit export --format use` has written. Throws an error that says what to do. */
export async function readUsed(file: string): Promise<UsedTools> {
  const advice = "has no use of tools: write it with `proviso audit export FILE --format use`";
  const found = await readShape(file, exportShape, advice);
  return Object.fromEntries(found.tools.map((use) => [use.tool, use]));
}
