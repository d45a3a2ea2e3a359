import { type ConditionNode, isNode } from "./condition-values.ts";

// What takes more time than the input is long holds the whole server, and a caller chooses the input.

/** 700 kB of text and items held a server for a minute. A loop inside a loop is refused for the same reason. */
const inLoop =
  "in a loop this takes time for each item and each part of the input: ask it of the item, or outside of the loop";

/** JavaScript looks for a long text step by step: 400 kB took nine seconds. */
const searched =
  "a search for a text that a caller chooses may take for ever: look for texts that are written here, each in a search of its own";

const searches: ReadonlySet<unknown> = new Set(["contains", "indexOf", "lastIndexOf", "split"]);

/** With the input on both sides they take time with its size; with an item on one side, with that of the item. */
const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "+"]);

/** What no caller chooses at will. */
const known: ReadonlySet<unknown> = new Set(["principal", "env", "now"]);
const isInput = (name: unknown): boolean => name === "input";
const isCallers = (name: unknown): boolean => !known.has(name);

/** Why a part of a condition may take too long, with so many loops around it. */
export function whyTooLong({ op, args }: ConditionNode, loops: number): string | undefined {
  if (!Array.isArray(args)) return undefined;
  const [first, second, third] = args as readonly unknown[];
  if (op === "rcall" && searches.has(first) && reads(third, isCallers)) return searched;
  // What `map` makes may be looped over again.
  if (op === "rcall" && first === "map" && reads(third, isInput)) return inLoop;
  if (loops === 0) return undefined;
  if (op === "call") return first !== "has" && reads(second, isInput) ? inLoop : undefined;
  if (op === "rcall" || op === "in") return reads(second, isInput) ? inLoop : undefined;
  return comparisons.has(op) && reads(first, isInput) && reads(second, isInput) ? inLoop : undefined;
}

/** Whether a part of a condition reads a variable of such a name. */
function reads(part: unknown, matches: (name: unknown) => boolean): boolean {
  if (Array.isArray(part)) return part.some((inner) => reads(inner, matches));
  return isNode(part) && ((part.op === "id" && matches(part.args)) || reads(part.args, matches));
}
