import type { EffectKind, SideEffect } from "./contract.ts";

type EffectRow = Pick<SideEffect, "reversible" | "external">;

const inside: EffectRow = { reversible: false, external: false };
const outside: EffectRow = { reversible: false, external: true };

/** What each kind of effect means unless the contract says otherwise. Nothing known: the worst. */
export const effectRows: Readonly<Record<EffectKind, EffectRow>> = {
  creates: { reversible: true, external: false },
  updates: inside,
  deletes: inside,
  grants: inside,
  sends: outside,
  pays: outside,
  calls: outside,
  unclassified: outside,
};
