import { metaKeys, type Failure, type JsonObject, type OutcomeNote } from "@proviso/manifest";
import type { CallToolResult } from "./sdk.ts";

/** Structured content, and the same as text for clients that know no better. */
export function valueResult(value: JsonObject, note: OutcomeNote): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    structuredContent: { ...value },
    _meta: { [metaKeys.outcome]: { ...note } },
  };
}

/** Never structured content: 1.x clients check that against the output schema, even in errors. */
export function failureResult(failure: Failure): CallToolResult {
  const { code, message, retry, details } = failure;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: { [metaKeys.failure]: { code, message, retry, ...(details ? { details } : {}) } },
  };
}
