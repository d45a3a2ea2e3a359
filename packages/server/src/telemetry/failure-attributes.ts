import type { Attributes } from "@opentelemetry/api";
import type { Outcome } from "../api/outcome.ts";

/** The code of a call that was refused or failed. */
export function failureIn(outcome: Outcome): string | undefined {
  if (outcome.kind === "unknown_tool") return outcome.kind;
  return "failure" in outcome ? outcome.failure.code : undefined;
}

/** Over MCP an unknown tool is a protocol error; everything else is a result with `isError`. */
export function failureAttributes(failure: string, isOverMcp: boolean): Attributes {
  const code = { "proviso.failure": failure };
  if (!isOverMcp) return { ...code, "error.type": failure };
  if (failure !== "unknown_tool") return { ...code, "error.type": "tool_error" };
  return { ...code, "error.type": "-32602", "rpc.response.status_code": "-32602" };
}
