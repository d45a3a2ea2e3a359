import { objectOf, interactionKey, isObject, isOwnMetaKey, type JsonObject } from "@proviso/manifest";
import { toolDefinitions } from "@proviso/server/mcp";
import type { GatewayTool } from "./gateway-tool.ts";

export function listedOf(tools: readonly GatewayTool[]): readonly JsonObject[] {
  return tools.flatMap((tool) => (tool.isNew ? [] : definitionsOf(tool)));
}

/**
 * What the host is listed. A tool with a contract is listed as its contract says, with what else its server says of it. A tool
 * without is listed as its server lists it; only marks that look like the gateway's are taken away.
 */
function definitionsOf(tool: GatewayTool): readonly JsonObject[] {
  const own = withoutOwnMeta(tool.definition);
  if (!tool.isReviewed) return [own];
  const { dryRun: _dryRun, ...contract } = tool.contract;
  // The plan is offered only where the upstream can make it.
  const offered = tool.enforced.dryRun ? { ...contract, dryRun: tool.enforced.dryRun } : contract;
  const [definition, ...plans] = toolDefinitions(offered, "underscore") as unknown as readonly JsonObject[];
  const { outputSchema: _output, annotations: _hints, ...rest } = own;
  const meta = { ...objectOf(own["_meta"]), ...objectOf(definition?.["_meta"]) };
  return [{ ...rest, ...definition, _meta: meta }, ...plans];
}

/** `_meta` without the keys of contracts: in a list or a result of the upstream's they would read as the gateway's word. */
export function withoutOwnMeta<Value extends JsonObject>(value: Value): Value {
  const meta = value["_meta"];
  if (!isObject(meta) || !Object.keys(meta).some(isForged)) return value;
  const kept = Object.entries(meta).filter(([key]) => !isForged(key));
  return { ...value, _meta: Object.fromEntries(kept) };
}

/** That a host should ask a person is a request that only makes it stricter. */
function isForged(key: string): boolean {
  return isOwnMetaKey(key) && key !== interactionKey;
}
