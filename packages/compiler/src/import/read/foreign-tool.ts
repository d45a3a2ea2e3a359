import type { JsonObject } from "@proviso/manifest";
import type { ForeignFailure, HttpRequest } from "./http-request.ts";

/** A tool from the list of a server without contracts. */
export interface ForeignTool {
  /** The foreign tool's name as listed, with any characters. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  /** Absent if the result is content, such as text or an image. */
  readonly outputSchema?: JsonObject;
  /** Only the hints that the server states. */
  readonly annotations: ForeignHints;
  /** `execution.requirements` (SEP-2487), each once. */
  readonly requirements?: readonly string[];
  /** `execution.taskSupport` of MCP 2025-11-25. */
  readonly taskSupport?: string;
  /** Effects in contract form, from a source other than the server's hints. */
  readonly effects?: readonly JsonObject[];
  readonly icons?: readonly JsonObject[];
  readonly meta?: JsonObject;
  /** The HTTP request that a call makes, of an OpenAPI operation. */
  readonly request?: HttpRequest;
  /** The first tag of an OpenAPI operation: what it is about. */
  readonly group?: string;
  readonly isDeprecated?: boolean;
  /** How a call fails, from a source other than the server's list. */
  readonly failures?: readonly ForeignFailure[];
}

/** The hints of MCP, and that of SEP-1938. */
export const hintNames = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
  "agencyHint",
] as const;
export type HintName = (typeof hintNames)[number];
export type ForeignHints = { readonly [Name in HintName]?: boolean };

/** Something that the import dropped or changed. */
export interface ImportNote {
  /** The tool's name in the server's list. */
  readonly tool: string;
  /** The note about an imported tool: a sentence without a full stop. */
  readonly text: string;
}
