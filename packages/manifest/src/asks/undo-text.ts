import type { SideEffect } from "../contract/contract.ts";

/** Whether effects, or some of them, last. Undefined if all can be undone. */
export function undoText(sideEffects: readonly SideEffect[]): string | undefined {
  if (sideEffects.every(({ reversible }) => reversible)) return undefined;
  const isPart = sideEffects.some(({ reversible }) => reversible);
  return isPart ? "Some of it cannot be undone" : "Cannot be undone";
}
