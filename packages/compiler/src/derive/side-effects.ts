import { effectRows, type SideEffect } from "@proviso/manifest";
import type { WrittenEffect } from "../decode/document.ts";

export function deriveEffect({ kind, description, reversible }: WrittenEffect): SideEffect {
  const row = effectRows[kind];
  return { kind, description, reversible: reversible ?? row.reversible, external: row.external };
}
