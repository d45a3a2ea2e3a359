import { type FlowSource, flowOf } from "../contract/questions.ts";

/** What a session has seen. */
export interface SeenData {
  readonly untrusted: boolean;
  readonly private: boolean;
}

/** Whether untrusted content could make this call carry private data out. The client's default guard then asks a person. */
export function sendsTainted(tool: FlowSource, seen: SeenData): boolean {
  const { sendsOut, readsPrivate } = flowOf(tool);
  return sendsOut && seen.untrusted && (seen.private || readsPrivate);
}
