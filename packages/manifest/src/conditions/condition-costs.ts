import { type CelNode, isCelNode } from "./condition-values.ts";

// Refuses expressions of more than linear time: callers choose the input, and it blocks the server.

/** 700 kB of text and items blocked a server for a minute. Nested loops are as slow. */
const inputInLoop =
  "in a loop this takes time for each item and each part of the input: ask it of the item, or outside of the loop";

/** JavaScript searches for a long text step by step: 400 kB took nine seconds. */
const searchedByCaller =
  "a search for a text that a caller chooses may take for ever: look for texts that are written here, each in a search of its own";

const textSearches: ReadonlySet<unknown> = new Set(["contains", "indexOf", "lastIndexOf", "split"]);

/** Take time by the size of the input if it is on both sides, or of the item on one side. */
const celComparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "+"]);

/** Values that no caller can choose freely. */
const trustedVariables: ReadonlySet<unknown> = new Set(["principal", "env", "now"]);
const isInputVariable = (name: unknown): boolean => name === "input";
const isCallersVariable = (name: unknown): boolean => !trustedVariables.has(name);

/** Why a part of a condition may take too long, inside this many loops. */
export function whyTooLong({ op, args }: CelNode, loops: number): string | undefined {
  if (!Array.isArray(args)) return undefined;
  const [first, second, third] = args as readonly unknown[];
  if (op === "rcall" && textSearches.has(first) && readsVariable(third, isCallersVariable))
    return searchedByCaller;
  // The result of `map` may be looped over again.
  if (op === "rcall" && first === "map" && readsVariable(third, isInputVariable)) return inputInLoop;
  if (loops === 0) return undefined;
  if (op === "call")
    return first !== "has" && readsVariable(second, isInputVariable) ? inputInLoop : undefined;
  if (op === "rcall" || op === "in") return readsVariable(second, isInputVariable) ? inputInLoop : undefined;
  return celComparisons.has(op) &&
    readsVariable(first, isInputVariable) &&
    readsVariable(second, isInputVariable)
    ? inputInLoop
    : undefined;
}

/** Whether a part of a condition uses a variable with this name. */
function readsVariable(part: unknown, matches: (name: unknown) => boolean): boolean {
  if (Array.isArray(part)) return part.some((inner) => readsVariable(inner, matches));
  return isCelNode(part) && ((part.op === "id" && matches(part.args)) || readsVariable(part.args, matches));
}
