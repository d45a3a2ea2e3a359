import type { Json, Manifest, ToolContract } from "@proviso/manifest";
import { readContracts } from "../stored/read-contracts.ts";
import type { Lock } from "./lock.ts";

/** The accepted contracts in a lock. Throws a `ShapeError` if one is not shaped as a contract. */
export function lockedManifest(lock: Lock): Manifest {
  const { product, wireNames, permissions } = lock;
  return { format: 1, product, wireNames, permissions, tools: toolsOf(lock, false) };
}

/** The tools that are gone. */
export function removedTools(lock: Lock): readonly ToolContract[] {
  return toolsOf(lock, true);
}

function toolsOf({ tools }: Lock, removed: boolean): readonly ToolContract[] {
  const found = [...tools.values()].filter(({ isRemoved }) => isRemoved === removed);
  return readContracts(
    found.map(({ contract }): Json => contract),
    Number.POSITIVE_INFINITY,
  );
}
