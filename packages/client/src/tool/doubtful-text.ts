import { type Json, escapeHidden, hiddenIn, imitationsIn } from "@proviso/manifest";
import type { WireTool } from "../connection/connection.ts";

/** Loaded only for servers whose texts need it, because listing all emoji is slow. */
export { escapeHidden, hiddenIn, imitationsIn };

/** Shows the hidden characters in a tool's texts. Leaves the schemas unchanged. */
export function withShownTexts(tool: WireTool): WireTool {
  const { name, inputSchema, outputSchema, ...texts } = tool;
  return {
    name: escapeHidden(name),
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    ...(shownTexts(texts as unknown as Json) as unknown as Omit<WireTool, "name" | "inputSchema">),
  };
}

function shownTexts(value: Json): Json {
  if (typeof value === "string") return escapeHidden(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shownTexts);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [escapeHidden(key), shownTexts(each as Json)]),
  );
}
