import {
  escapeText,
  metaKeys,
  type ContentBlock,
  type Failure,
  type Json,
  type JsonObject,
  type OutcomeNote,
} from "@proviso/manifest";
import type { Edit } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";

/** A block without its annotations, for which the SDKs require a mutable list. */
type SentResult<Block> = Block extends ContentBlock ? Omit<Block, "annotations"> : never;

/** A result that both SDKs accept: a mutable type alias, because they need an index signature. */
export type ToolResult = {
  content: SentResult<ContentBlock>[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta: Record<string, unknown>;
};

/** The response to a call. Throws the JSON-RPC error for an unknown tool. */
export function toResult(outcome: Exclude<Outcome, { kind: "input_required" }>, name: string): ToolResult {
  const result = plainResult(outcome, name);
  return "edited" in outcome && outcome.edited ? withEdits(result, outcome.edited) : result;
}

/** Adds a note about edits: beside the result for a model, in `_meta` for a program. */
function withEdits({ content, _meta, ...result }: ToolResult, edits: readonly Edit[]): ToolResult {
  const said = edits.map(
    ({ field, from, to }) => `\`${field}\` was ${valueText(from)} and is ${valueText(to)}`,
  );
  const text = `A person has changed the arguments of this call: ${said.join("; ")}. The answer is about the changed call.`;
  const note = { ...(_meta[metaKeys.outcome] as OutcomeNote), edited: edits };
  return {
    ...result,
    content: [...content, { type: "text", text }],
    _meta: { ..._meta, [metaKeys.outcome]: note },
  };
}

const maxValueLength = 500;

function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return escapeText(text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text);
}

function plainResult(outcome: Exclude<Outcome, { kind: "input_required" }>, name: string): ToolResult {
  switch (outcome.kind) {
    case "completed":
      return (outcome.isContent ? contentResult : valueResult)(outcome.output, {
        kind: "completed",
        replayed: outcome.replayed,
      });
    case "planned":
      return valueResult(outcome.plan, {
        kind: "planned",
        replayed: false,
        ...(outcome.alreadyDone && { alreadyDone: true }),
      });
    case "refused":
    case "failed":
      return failureResult(outcome.failure, outcome.kind);
    case "unknown_tool":
      throw protocolError(`Unknown tool: ${name}`);
  }
}

/** The result if a question remains after an answer, which the pipeline never does. */
export function stillWaiting(): ToolResult {
  const message = "The call still waits for a person after several questions.";
  return failureResult({ code: "confirmation_unanswered", message, retry: "never" }, "refused");
}

/** Makes a result of structured content, repeated as text for older clients. */
function valueResult(resultValue: JsonObject, outcomeNote: OutcomeNote): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(resultValue) }],
    structuredContent: { ...resultValue },
    _meta: { [metaKeys.outcome]: { ...outcomeNote } },
  };
}

interface SentBlocks {
  readonly content: ToolResult["content"];
  readonly structuredContent?: JsonObject;
}

/** The handler's own blocks, checked against the contract. */
function contentResult(resultValue: JsonObject, outcomeNote: OutcomeNote): ToolResult {
  const { content, structuredContent } = resultValue as JsonObject & SentBlocks;
  return {
    content,
    ...(structuredContent ? { structuredContent: { ...structuredContent } } : {}),
    _meta: { [metaKeys.outcome]: { ...outcomeNote } },
  };
}

/** Makes an error without structured content, which 1.x clients check against the output schema. */
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
