import type { ToolFacts } from "../content.config.ts";

const words: Readonly<Record<string, string>> = {
  creates: "creates",
  updates: "updates",
  deletes: "deletes",
  grants: "grants access",
  sends: "sends to outsiders",
  pays: "pays",
  calls: "calls other systems",
  unclassified: "unclassified effects",
};
/** What the same kinds are called where they cannot be undone: "destructive" is true of half the tools, and says too little. */
const irreversibleWords: Readonly<Record<string, string>> = { updates: "overwrites", deletes: "erases" };

/** What a tool does, a word or two for each kind of effect, the worst first. */
export function does({ riskLevel, effects, irreversible }: ToolFacts): readonly string[] {
  if (riskLevel === "forbidden") return [];
  if (effects.length === 0) return ["only reads"];
  const found = effects.map((kind) =>
    irreversible.includes(kind) ? (irreversibleWords[kind] ?? words[kind] ?? kind) : (words[kind] ?? kind),
  );
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** All words, the worst first. */
export const effectWords = [
  "erases",
  "pays",
  "grants access",
  "sends to outsiders",
  "overwrites",
  "calls other systems",
  "unclassified effects",
  "deletes",
  "updates",
  "creates",
  "only reads",
] as const;

function rank(word: string): number {
  return (effectWords as readonly string[]).indexOf(word);
}

const levels = ["critical", "high", "medium", "low", "forbidden"] as const;

/** Most dangerous first; what nobody can call comes last. */
export function byDanger(a: ToolFacts, b: ToolFacts): number {
  const level = levels.indexOf(a.riskLevel) - levels.indexOf(b.riskLevel);
  const [worst = "", other = ""] = [does(a)[0], does(b)[0]];
  return level || rank(worst) - rank(other) || (a.name < b.name ? -1 : 1);
}
