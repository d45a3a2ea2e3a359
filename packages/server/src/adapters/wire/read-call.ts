import { readCallNotes } from "./call-notes.ts";

interface WireCall {
  readonly name: string;
  readonly input: unknown;
  readonly notes: object;
}

/** Reads a single `tools/call`; undefined for others. The SDK answers malformed calls. */
export function readWireCall(json: unknown): WireCall | undefined {
  const { method, params } = (json ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== "tools/call" || typeof params !== "object" || params === null) return undefined;
  const { name, arguments: input = {}, _meta } = params as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") return undefined;
  const { progressToken: _, ...notes } = readCallNotes((_meta ?? {}) as Readonly<Record<string, unknown>>);
  return { name, input, notes };
}
