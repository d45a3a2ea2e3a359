import type { Idempotency } from "@proviso/manifest";

/** The name of a tool, and the idempotency of its last generated contract. */
export type FormerKey = readonly [tool: string, idempotency: Pick<Idempotency, "key" | "ttlMs">];
export type FormerKeys = ReadonlyMap<FormerKey[0], FormerKey[1]>;

/** The keys in the JSON of a domain's generated contracts. Anything that is no key is ignored. */
export function readFormerKeys(text: string): FormerKeys {
  const tools = listIn(parseJson(text), "tools");
  return new Map(
    tools.flatMap((tool) => {
      const name = valueIn(tool, "name");
      const idempotency = valueIn(tool, "idempotency");
      const key = listIn(idempotency, "key").filter((field) => typeof field === "string");
      const ttlMs = valueIn(idempotency, "ttlMs");
      return typeof name === "string" && typeof ttlMs === "number" ? [[name, { key, ttlMs }] as const] : [];
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = valueIn(value, name);
  return Array.isArray(list) ? list : [];
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
