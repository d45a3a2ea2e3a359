import type { EffectKind, SideEffect } from "@proviso/manifest";
import type { WrittenEffect } from "../decode/document.ts";

interface EffectRow {
  readonly reversible: boolean;
  readonly external: boolean;
}

const inside: EffectRow = { reversible: false, external: false };
const outside: EffectRow = { reversible: false, external: true };

/** What each kind of effect means unless the contract says otherwise. Nothing known: the worst. */
const effectRows: Readonly<Record<EffectKind, EffectRow>> = {
  creates: { reversible: true, external: false },
  updates: inside,
  deletes: inside,
  grants: inside,
  sends: outside,
  pays: outside,
  calls: outside,
  unclassified: outside,
};

export function deriveEffect({ kind, description, reversible }: WrittenEffect): SideEffect {
  const row = effectRows[kind];
  return { kind, description, reversible: reversible ?? row.reversible, external: row.external };
}
