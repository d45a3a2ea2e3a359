import type { JsonObject } from "@proviso/manifest";

/** A tool as a server without contracts lists it. */
export interface ForeignTool {
  /** As the server lists it, whatever its characters. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  /** Absent: the result is content, such as text or an image. */
  readonly outputSchema?: JsonObject;
  /** Only what the server states. */
  readonly annotations: ForeignHints;
  /** Effects that somebody else than the server answers for, as a contract has them. */
  readonly effects?: readonly JsonObject[];
  readonly icons?: readonly JsonObject[];
  readonly meta?: JsonObject;
}

export const hintNames = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
export type HintName = (typeof hintNames)[number];
export type ForeignHints = { readonly [Name in HintName]?: boolean };

/** Something that the import could not keep, or changed. */
export interface ImportNote {
  /** As the server names it. */
  readonly tool: string;
  /** A sentence without its full stop. */
  readonly text: string;
}
