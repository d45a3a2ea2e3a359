import { canonicalJson } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";

/** `changed`: the server's contract is another one. `silent`: it shows none. `added`: the client knows no such tool. */
export interface Drift {
  readonly tool: string;
  readonly kind: "changed" | "silent" | "added";
}

/** Compares what a server lists with the contract that this client was built with. */
export function findDrift(pinned: ToolContract, listed: JsonObject | undefined): Drift | undefined {
  if (!listed) return { tool: pinned.name, kind: "silent" };
  const isEqual = canonicalJson(listed) === canonicalJson(pinned as unknown as JsonObject);
  return isEqual ? undefined : { tool: pinned.name, kind: "changed" };
}
