import type { ToolContract } from "../contract/contract.ts";

/** What a session has seen. */
export interface SeenData {
  readonly untrusted: boolean;
  readonly private: boolean;
}

/** Whether untrusted content could make this call carry private data out. The client's default guard then asks a person. */
export function sendsTainted({ dataFlow }: Pick<ToolContract, "dataFlow">, seen: SeenData): boolean {
  return dataFlow.sendsOut && seen.untrusted && (seen.private || dataFlow.readsPrivate);
}
