import { type FlowSource, flowOf } from "../contract/questions.ts";

/** What a session has seen. */
export interface SeenData {
  readonly untrusted: boolean;
  readonly private: boolean;
}

/**
 * Whether untrusted content could make this call carry private data out, by an external effect or in an address that the call
 * names. The client's default guard then asks a person.
 */
export function sendsTainted(tool: FlowSource, seen: SeenData, takesAddress = false): boolean {
  const { sendsOut, readsPrivate } = flowOf(tool);
  return (sendsOut || takesAddress) && seen.untrusted && (seen.private || readsPrivate);
}
