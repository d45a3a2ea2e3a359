import type { EffectKind, SideEffect } from "./contract.ts";

type EffectRow = Pick<SideEffect, "reversible" | "external">;

const insideRow: EffectRow = { reversible: false, external: false };
const outsideRow: EffectRow = { reversible: false, external: true };

/** What each kind of effect means unless the contract says otherwise. Nothing known: the worst. */
export const effectRows: Readonly<Record<EffectKind, EffectRow>> = {
  creates: { reversible: true, external: false },
  updates: insideRow,
  deletes: insideRow,
  grants: insideRow,
  sends: outsideRow,
  pays: outsideRow,
  refunds: insideRow,
  calls: outsideRow,
  unclassified: outsideRow,
};
