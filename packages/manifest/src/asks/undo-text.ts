import type { SideEffect } from "../contract/contract.ts";

const longestLine = 60;

/** That effects last, and which of them if it is some and they fit into a line. Undefined if all can be undone. */
export function undoText(sideEffects: readonly SideEffect[]): string | undefined {
  if (sideEffects.every(({ reversible }) => reversible)) return undefined;
  const lasting = sideEffects.filter(({ reversible }) => !reversible);
  if (lasting.length === sideEffects.length) return "Cannot be undone.";
  const which = `Cannot be undone: ${lasting.map(({ description }) => description).join(" ")}`;
  return which.length > longestLine ? "Some of it cannot be undone." : which;
}
