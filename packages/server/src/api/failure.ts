import type { JsonObject } from "@proviso/manifest";

/** Thrown by a handler to fail with a code that its contract declares. Any other error becomes `internal_error`. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly code: string;
  readonly details: JsonObject | undefined;

  constructor(code: string, message?: string, details?: JsonObject) {
    super(message ?? "");
    this.code = code;
    this.details = details;
  }
}

/**
 * Thrown by a handler that began a call with effects and cannot know whether they happened: the call ends as `outcome_unknown`,
 * with this message, which says so to the caller.
 */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/** Recognizes a ToolFailure by name, because the class differs if the package is installed twice. Fields may have any type. */
export function isToolFailure(error: unknown): error is Readonly<Record<keyof ToolFailure, unknown>> {
  return typeof error === "object" && error !== null && "name" in error && error.name === "ToolFailure";
}
