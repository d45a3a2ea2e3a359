import type { Json, JsonObject } from "@proviso/manifest";
import type { WireResult } from "../connection.ts";
import { asObject, asString } from "../json.ts";
import type { OutputChecks } from "./output-checks.ts";

/** Reads the raw result of `tools/call`. Throws when the output is not what the tool's listed schema promises. */
export function readResult(name: string, checks: OutputChecks, result: JsonObject): WireResult {
  const meta = asObject(result["_meta"]) ?? {};
  const content = Array.isArray(result["content"]) ? result["content"] : [];
  if (result["isError"] === true) return { kind: "failed", text: textOf(content), meta };
  const structured = result["structuredContent"];
  checks.assert(name, structured);
  // A tool without an output schema answers in content only; since 2026-07-28 an output may be any JSON value.
  const output = structured === undefined ? { content } : (asObject(structured) ?? { result: structured });
  return { kind: "completed", output, meta };
}

function textOf(content: readonly Json[]): string {
  return content
    .flatMap((block) => {
      const { type, text } = asObject(block) ?? {};
      return type === "text" ? [asString(text) ?? ""] : [];
    })
    .join("\n");
}
