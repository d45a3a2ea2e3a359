import type { JsonObject } from "@proviso/manifest";

/** What a handler throws to fail in a way that its contract declares. Anything else is `internal_error`. */
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
