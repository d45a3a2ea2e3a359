import type { EffectKind, SideEffect } from "../contract/contract.ts";
import { effectWords } from "../contract/effect-words.ts";

/** Words of kinds that are not words of their own. */
const kindWords: Partial<Record<EffectKind, string>> = {
  grants: "grants access",
  calls: "calls other systems",
  unclassified: "has unclassified effects",
};
/** Words for effects that cannot be undone: "destructive" is true of half the tools. */
const irreversibleWords: Partial<Record<EffectKind, string>> = { updates: "overwrites", deletes: "erases" };

/** Returns what a tool does: a word or two for each kind of effect, the most dangerous first. */
export function does(effects: readonly SideEffect[]): readonly string[] {
  const words = new Set(effects.length === 0 ? ["only reads"] : effects.map(wordFor));
  return effectWords.filter((word) => words.has(word));
}

function wordFor({ kind, reversible, external }: SideEffect): string {
  if (kind === "sends" && external) return "sends to outsiders";
  return (reversible ? undefined : irreversibleWords[kind]) ?? kindWords[kind] ?? kind;
}
