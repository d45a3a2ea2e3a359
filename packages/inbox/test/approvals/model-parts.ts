import type { ToolContract } from "@proviso/manifest";
import type { PlannedCall } from "../../../server/src/pipeline/call/call.ts";
import { bindTool } from "../../../server/src/tools/bind-tool.ts";
import { prepareTool } from "../../../server/src/tools/prepare-tool.ts";
import { schemaChecks } from "../../../server/src/tools/schema-check.ts";
import type { AuditSink, Store } from "../../../server/src/api/ports.ts";

/** Leaves the count of a caller's approvals out of a model: it decides nothing there, and would double the steps. */
export function uncounted(gated: Store, store: Store): Store {
  const storeOf = (key: string): Store => (key.startsWith("waits:") ? store : gated);
  return {
    ...gated,
    get: (key) => storeOf(key).get(key),
    insert: (key, ...given) => storeOf(key).insert(key, ...given),
    replace: (key, ...given) => storeOf(key).replace(key, ...given),
  };
}

export const realm = { product: "notes", env: "live" };

const check = schemaChecks();
const prepared = new Map<ToolContract, PlannedCall["tool"]>();

export function prepare(contract: ToolContract): PlannedCall["tool"] {
  const parts = { handlers: { [contract.name]: () => ({}) } as never, policies: {}, requirements: {} };
  const known = prepared.get(contract) ?? prepareTool(bindTool(contract, parts), check);
  prepared.set(contract, known);
  return known;
}

/** A trail that keeps nothing. */
export const silent: AuditSink = { append: async () => {}, close: async () => {} };
