import {
  askedBy,
  asksForPhrase,
  type EffectKind,
  effectWords,
  flowOf,
  personAsked,
  type SideEffect,
  type ToolContract,
} from "@proviso/manifest";
import { isVisible } from "../../naming/project-outline.ts";
import { joined, type Markdown, phrase, text } from "../../text/markdown.ts";

/** Words of kinds that are not words of their own. */
const kindWords: Partial<Record<EffectKind, string>> = {
  grants: "grants access",
  calls: "calls other systems",
  unclassified: "has unclassified effects",
};
/** Words for effects that cannot be undone: "destructive" is true of half the tools. */
const irreversibleWords: Partial<Record<EffectKind, string>> = { updates: "overwrites", deletes: "erases" };

/** What a tool does: a word or two for each kind of effect, the most dangerous first. */
export function does(effects: readonly SideEffect[]): readonly string[] {
  const words = new Set(effects.length === 0 ? ["only reads"] : effects.map(wordFor));
  return effectWords.filter((word) => words.has(word));
}

function wordFor({ kind, reversible, external }: SideEffect): string {
  if (kind === "sends" && external) return "sends to outsiders";
  return (reversible ? undefined : irreversibleWords[kind]) ?? kindWords[kind] ?? kind;
}

/** A tool in a few short sentences: what it does, whether that can be undone, and who is asked. */
export function label(tool: ToolContract): Markdown {
  if (!isVisible(tool)) return phrase`Closed to agents: none can find it or call it.`;
  const [last = "", ...before] = does(tool.sideEffects).toReversed();
  const list = before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
  return joined(
    [text(`${list.charAt(0).toUpperCase()}${list.slice(1)}.`), undoWord(tool), whoIsAskedLabel(tool)],
    " ",
  );
}

function undoWord(tool: ToolContract): Markdown {
  const { sideEffects } = tool;
  if (sideEffects.length === 0)
    return flowOf(tool).readsPrivate ? phrase`Returns private data.` : phrase`Returns no private data.`;
  if (sideEffects.every(({ reversible }) => reversible)) return phrase`Can be undone.`;
  return sideEffects.some(({ reversible }) => reversible)
    ? phrase`Some of it cannot be undone.`
    : phrase`Cannot be undone.`;
}

function whoIsAskedLabel(tool: ToolContract): Markdown {
  const mayBeMilder = (tool.refinements ?? []).length > 0;
  const person = !mayBeMilder && asksForPhrase(tool) ? "a person for a phrase" : "a person";
  const parts = askedBy(personAsked(tool)).map(({ by, often }) =>
    often === "never" ? `the ${by} asks nobody` : `the ${by} asks ${person} ${often}`,
  );
  const sentence = parts.join("; ");
  return text(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
}
