import type { SideEffect } from "../contract/contract.ts";

/** That effects last, and which of them if it is some. Undefined if all can be undone. */
export function undoText(sideEffects: readonly SideEffect[]): string | undefined {
  if (sideEffects.every(({ reversible }) => reversible)) return undefined;
  const lasting = sideEffects.filter(({ reversible }) => !reversible);
  if (lasting.length === sideEffects.length) return "Cannot be undone.";
  return `Cannot be undone: ${lasting.map(({ description }) => description).join(" ")}`;
}
