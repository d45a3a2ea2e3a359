import {
  metaKeys,
  type Failure,
  type JsonObject,
  type OutcomeNote,
  type ResolutionNote,
} from "@proviso/manifest";
import { expect } from "vitest";
import type { Outcome } from "../../src/api/outcome.ts";

/** The answer to a call, whichever way it came. */
export interface Reply {
  /** `completed`, `replayed`, `planned`, `resolved`, `unknown_tool`, or the code of the failure. */
  readonly word: string;
  /** The output, the plan, or the facts of the contract that applies. */
  readonly value?: JsonObject;
  readonly failure?: Failure;
  /** The whole response to the caller, as JSON. */
  readonly whole: string;
}

export function fromOutcome(outcome: Outcome): Reply {
  const whole = JSON.stringify(outcome);
  switch (outcome.kind) {
    case "completed":
      return { word: outcome.replayed ? "replayed" : "completed", value: outcome.output, whole };
    case "planned":
      return { word: "planned", value: outcome.plan as JsonObject, whole };
    case "refused":
    case "failed":
      return { word: outcome.failure.code, failure: outcome.failure, whole };
    case "unknown_tool":
    case "input_required":
      return { word: outcome.kind, whole };
  }
}

/** Reads a result of `tools/call`, and checks what holds for all of them. `hasBlocks`: the tool makes content blocks itself. */
export function fromResult(result: Record<string, unknown>, hasBlocks = false): Reply {
  const whole = JSON.stringify(result);
  const { content, structuredContent, isError, _meta } = result as {
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: JsonObject;
    readonly isError?: boolean;
    readonly _meta: Readonly<Record<string, unknown>>;
  };
  const note = _meta[metaKeys.outcome] as OutcomeNote;
  const word = "replayed" in note && note.replayed ? "replayed" : note.kind;
  if (hasBlocks && "replayed" in note && note.kind === "completed") {
    expect(isError).toBeUndefined();
    return { word, value: { content, ...(structuredContent && { structuredContent }) }, whole };
  }
  expect(content).toEqual([{ type: "text", text: expect.any(String) }]);
  const text = content[0]?.text ?? "";
  const failure = _meta[metaKeys.failure] as Failure | undefined;
  if (failure) {
    expect(["refused", "failed"]).toContain(note.kind);
    expect({ isError, structuredContent, text }).toEqual({ isError: true, text: failure.message });
    return { word: failure.code, failure, whole };
  }
  expect({ isError, value: JSON.parse(text) }).toEqual({ value: structuredContent });
  return { word, ...(structuredContent && { value: structuredContent }), whole };
}

/** Reads a result of the method that says which contract applies. */
export function fromResolution(result: Record<string, unknown>): Reply {
  const { _meta, annotations, name } = result as {
    readonly _meta: { readonly [metaKeys.resolution]?: ResolutionNote };
    readonly annotations?: JsonObject;
    readonly name?: string;
  };
  const note = _meta[metaKeys.resolution];
  if (!note) return fromResult(result);
  expect([name, Object.keys(annotations ?? {}).length]).toEqual([note.tool, 5]);
  return { word: "resolved", value: note as unknown as JsonObject, whole: JSON.stringify(result) };
}

/**
 * Reads the errors of `tools/call` that are answers: there is no such tool; and, since 2026-07-28, the state of an answer is not the
 * server's. Any other is thrown again.
 */
export function fromError(error: unknown, name: string): Reply {
  const { code, message } = error as { code: unknown; message: string };
  const whole = JSON.stringify({ code, message });
  if (code === -32602 && message.endsWith(`Unknown tool: ${name}`)) return { word: "unknown_tool", whole };
  if (code === -32602 && message === voidState) return { word: "confirmation_unanswered", whole };
  throw error;
}

const voidState = "The answer belongs to no question that this server asked.";
