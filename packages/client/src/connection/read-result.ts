import type { Json, JsonObject } from "@proviso/manifest";
import { bounds, fits } from "./bounds.ts";
import type { WireResult, WireTool } from "./connection.ts";
import { asObject, asString } from "./json.ts";

/** Reads the raw result of `tools/call`. Throws if it is too large or lacks a listed output. */
export function readResult(result: JsonObject, tool: WireTool | undefined): WireResult {
  if (!fits(result, bounds.result)) throw new Error("the answer is too large");
  const meta = asObject(result["_meta"]) ?? {};
  const content = Array.isArray(result["content"]) ? result["content"] : [];
  if (result["isError"] === true) return { kind: "failed", text: textOfContent(content), meta };
  const structured = result["structuredContent"];
  if (structured === undefined && tool?.outputSchema) throw new Error("the answer holds no output");
  // A tool without an output schema has only content; since 2026-07-28 outputs are any JSON.
  const output = structured === undefined ? { content } : (asObject(structured) ?? { result: structured });
  return { kind: "completed", output, content, meta };
}

function textOfContent(content: readonly Json[]): string {
  return content
    .flatMap((block) => {
      const { type, text } = asObject(block) ?? {};
      return type === "text" ? [asString(text) ?? ""] : [];
    })
    .join("\n");
}
