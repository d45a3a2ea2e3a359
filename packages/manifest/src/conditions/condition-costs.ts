import { type ConditionNode, isNode } from "./condition-values.ts";

// Refuses expressions that take more than linear time, because the caller chooses the input and evaluation blocks the server.

/** 700 kB of text and items blocked a server for a minute. Nested loops are refused for the same reason. */
const inLoop =
  "in a loop this takes time for each item and each part of the input: ask it of the item, or outside of the loop";

/** JavaScript searches for a long text step by step: 400 kB took nine seconds. */
const searched =
  "a search for a text that a caller chooses may take for ever: look for texts that are written here, each in a search of its own";

const searches: ReadonlySet<unknown> = new Set(["contains", "indexOf", "lastIndexOf", "split"]);

/** With the input on both sides, these take time proportional to its size; with an item on one side, to the item's. */
const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "+"]);

/** Values that no caller can choose freely. */
const known: ReadonlySet<unknown> = new Set(["principal", "env", "now"]);
const isInput = (name: unknown): boolean => name === "input";
const isCallers = (name: unknown): boolean => !known.has(name);

/** Why a part of a condition may take too long, inside this many loops. */
export function whyTooLong({ op, args }: ConditionNode, loops: number): string | undefined {
  if (!Array.isArray(args)) return undefined;
  const [first, second, third] = args as readonly unknown[];
  if (op === "rcall" && searches.has(first) && reads(third, isCallers)) return searched;
  // The result of `map` may be looped over again.
  if (op === "rcall" && first === "map" && reads(third, isInput)) return inLoop;
  if (loops === 0) return undefined;
  if (op === "call") return first !== "has" && reads(second, isInput) ? inLoop : undefined;
  if (op === "rcall" || op === "in") return reads(second, isInput) ? inLoop : undefined;
  return comparisons.has(op) && reads(first, isInput) && reads(second, isInput) ? inLoop : undefined;
}

/** Whether a part of a condition uses a variable with this name. */
function reads(part: unknown, matches: (name: unknown) => boolean): boolean {
  if (Array.isArray(part)) return part.some((inner) => reads(inner, matches));
  return isNode(part) && ((part.op === "id" && matches(part.args)) || reads(part.args, matches));
}
