import { readCallNotes } from "./call-notes.ts";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import type { Discovery } from "./discovery.ts";

export interface WireCall {
  readonly name: string;
  readonly input: unknown;
  readonly notes: object;
}

/** What has to be said of a call before it is made, on the server as its request sees it. */
export type AboutCall<Answer> = (
  here: EnforcingServer,
  call: WireCall,
  principal: Principal,
) => Promise<Answer | undefined>;

/** Reads a single `tools/call`, of the tool that runs; undefined for others. The SDK answers malformed calls. */
export function readWireCall(json: unknown, discovered?: Discovery): WireCall | undefined {
  const { method, params } = (json ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== "tools/call" || typeof params !== "object" || params === null) return undefined;
  const { name: called, arguments: given, _meta } = params as Readonly<Record<string, unknown>>;
  if (typeof called !== "string") return undefined;
  const call = { name: called, arguments: given };
  const { name, arguments: input = {} } = discovered?.inner(call) ?? call;
  const { progressToken: _, ...notes } = readCallNotes((_meta ?? {}) as Readonly<Record<string, unknown>>);
  return { name, input, notes };
}
