import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Answer } from "../model.ts";
import { dataOf, depthOf, type Made, type Recipe } from "./recipe.ts";

/** Values that calls brought up, by which later calls can name what exists. */
export interface Learned {
  note(recipe: Recipe, args: JsonObject, answer: Answer): void;
  /** Values for an argument of another tool, best first; whether each is valid is for the caller to check. */
  for(tool: string, argument: string): readonly Made[];
}

interface Leaf extends Made {
  readonly name: string;
  /** Words that say what it is of: the objects around it and the tool. */
  readonly about: string;
}

/** Calls in a row that a value may need. */
const maxDepth = 2;
/** Values kept of one place in the answers of a tool. */
const maxOfPlace = 3;
const maxItems = 3;
const maxLeaves = 2000;
const generalNames = "id key name path uri url slug number uuid filename".split(" ");

export function learnedValues(): Learned {
  const places = new Map<string, Leaf[]>();
  let count = 0;
  return {
    note(recipe, args, answer) {
      if (depthOf(recipe) >= maxDepth) return;
      const found = leavesOf(dataOf(answer) ?? null, { recipe, from: "answer" });
      for (const leaf of [...found, ...leavesOf(args, { recipe, from: "arguments" })]) {
        const names = leaf.path.filter((step) => typeof step === "string");
        const place = [recipe.tool, leaf.from, ...names].join(" ");
        const known = places.get(place) ?? [];
        if (known.some(({ seen }) => seen === leaf.seen) || count >= maxLeaves) continue;
        places.set(place, [...known, leaf].slice(-maxOfPlace));
        count++;
      }
    },
    for(tool, argument) {
      const others = [...places.values()].flat().filter(({ recipe }) => recipe.tool !== tool);
      const ranks = new Map(others.map((leaf) => [leaf, rankOf(leaf, argument)]));
      const fitting = [...ranks].filter(([, rank]) => rank > 0).toSorted(([, a], [, b]) => b - a);
      return fitting.map(([leaf]) => leaf);
    },
  };
}

/** How well a value's name fits an argument: the same name, or `id` of what the argument names; 0 if it does not. */
function rankOf(leaf: Leaf, argument: string): number {
  const wanted = plain(argument);
  const name = plain(leaf.name);
  if (name === wanted) return leaf.from === "answer" ? 4 : 3;
  const general = generalNames.find((each) => wanted.endsWith(each) && wanted !== each);
  if (general === undefined) return generalNames.includes(name) && leaf.about.includes(wanted) ? 1 : 0;
  const noun = wanted.slice(0, -general.length);
  return name === general && leaf.about.includes(noun) ? 2 : 0;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function leavesOf(
  value: Json,
  source: Pick<Made, "recipe" | "from">,
  path: readonly (string | number)[] = [],
): readonly Leaf[] {
  if (path.length > 6) return [];
  if (Array.isArray(value))
    return value.slice(0, maxItems).flatMap((item: Json, index) => leavesOf(item, source, [...path, index]));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, source, [...path, name]));
  if ((typeof value !== "string" || value === "") && typeof value !== "number") return [];
  const names = path.filter((step) => typeof step === "string");
  const about = plain([source.recipe.tool, ...names.slice(0, -1)].join(" "));
  return [{ ...source, path, seen: value, name: names.at(-1) ?? "", about }];
}
