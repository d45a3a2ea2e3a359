import { escapeHidden, hiddenIn, imitationsIn } from "@proviso/manifest";
import type { Json } from "@proviso/manifest";
import type { WireTool } from "../connection/connection.ts";

/** Loaded for the few servers whose texts need it: to list all emoji takes long. */
export { escapeHidden, hiddenIn, imitationsIn };

/** A tool whose texts show their hidden characters. Its schemas stay. */
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
