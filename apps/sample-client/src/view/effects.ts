import type { SideEffect } from "@proviso/client";
import { visible, wrap } from "./text.ts";
import { width } from "./request.ts";

export function viewEffects(effects: readonly SideEffect[]): string {
  if (effects.length === 0) return "nothing";
  return effects.map(viewEffect).join("\n");
}

function viewEffect(effect: SideEffect): string {
  const notes = [
    ...(effect.reversible ? [] : ["cannot be undone"]),
    ...(effect.external ? ["leaves the system"] : []),
  ];
  const tail = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return `- ${wrap(`${effect.kind}: ${visible(effect.description)}${tail}`, 2, width - 2)}`;
}
