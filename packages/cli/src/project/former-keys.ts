import type { Idempotency } from "@proviso/manifest";

/** The name of a tool, and the idempotency of its last generated contract. */
export type FormerKey = readonly [tool: string, idempotency: Pick<Idempotency, "key" | "ttlMs">];
export type FormerKeys = ReadonlyMap<FormerKey[0], FormerKey[1]>;

/** The keys in the JSON of a domain's generated contracts. Anything that is no key is ignored. */
export function readFormerKeys(text: string): FormerKeys {
  const tools = listInContract(parseContractJson(text), "tools");
  return new Map(
    tools.flatMap((tool) => {
      const name = valueInContract(tool, "name");
      const idempotency = valueInContract(tool, "idempotency");
      const key = listInContract(idempotency, "key").filter((field) => typeof field === "string");
      const ttlMs = valueInContract(idempotency, "ttlMs");
      return typeof name === "string" && typeof ttlMs === "number" ? [[name, { key, ttlMs }] as const] : [];
    }),
  );
}

function parseContractJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listInContract(contractPart: unknown, name: string): readonly unknown[] {
  const list = valueInContract(contractPart, name);
  return Array.isArray(list) ? list : [];
}

function valueInContract(contractPart: unknown, name: string): unknown {
  return typeof contractPart === "object" && contractPart !== null
    ? Reflect.get(contractPart, name)
    : undefined;
}
