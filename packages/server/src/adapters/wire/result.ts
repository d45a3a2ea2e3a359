import {
  metaKeys,
  type ContentBlock,
  type Failure,
  type JsonObject,
  type OutcomeNote,
} from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";

/** A block without its annotations, in which the SDKs want a mutable list. */
type Sent<Block> = Block extends ContentBlock ? Omit<Block, "annotations"> : never;

/** What both SDKs take for a result. A type alias, as they want an index signature; mutable, as they want that too. */
export type ToolResult = {
  content: Sent<ContentBlock>[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta: Record<string, unknown>;
};

/** The end of a call. Throws the JSON-RPC error of a tool that is unknown, or that the caller may not know of. */
export function toResult(outcome: Exclude<Outcome, { kind: "input_required" }>, name: string): ToolResult {
  switch (outcome.kind) {
    case "completed":
      return (outcome.isContent ? contentResult : valueResult)(outcome.output, {
        kind: "completed",
        replayed: outcome.replayed,
      });
    case "planned":
      return valueResult(outcome.plan, { kind: "planned", replayed: false });
    case "refused":
    case "failed":
      return failureResult(outcome.failure, outcome.kind);
    case "unknown_tool":
      throw protocolError(`Unknown tool: ${name}`);
  }
}

/** For a pipeline that goes on asking, which ours does not. */
export function stillWaiting(): ToolResult {
  const message = "The call still waits for a person after several questions.";
  return failureResult({ code: "confirmation_unanswered", message, retry: "never" }, "refused");
}

/** Structured content, and the same as text for clients that know no better. */
function valueResult(value: JsonObject, note: OutcomeNote): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    structuredContent: { ...value },
    _meta: { [metaKeys.outcome]: { ...note } },
  };
}

interface SentContent {
  readonly content: ToolResult["content"];
  readonly structuredContent?: JsonObject;
}

/** The handler's own blocks, which have been checked against the contract. */
function contentResult(value: JsonObject, note: OutcomeNote): ToolResult {
  const { content, structuredContent } = value as JsonObject & SentContent;
  return {
    content,
    ...(structuredContent ? { structuredContent: { ...structuredContent } } : {}),
    _meta: { [metaKeys.outcome]: { ...note } },
  };
}

/** Never structured content: 1.x clients check that against the output schema, even in errors. */
function failureResult(failure: Failure, kind: "refused" | "failed"): ToolResult {
  const { code, message, retry, details } = failure;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: {
      [metaKeys.outcome]: { kind } satisfies OutcomeNote,
      [metaKeys.failure]: { code, message, retry, ...(details ? { details } : {}) },
    },
  };
}
