import { escapeText } from "@proviso/manifest";
import { isWholeText } from "../canonical/whole-text.ts";

const longestName = 200;

/** Returns what is wrong with the name of an operator, as a sentence; undefined if it is valid. */
export function operatorProblem(name: unknown): string | undefined {
  const isName = typeof name === "string" && name.trim() !== "" && name.length <= longestName;
  return isName && isWholeText(name) && escapeText(name) === name
    ? undefined
    : `say who does it: a name of 1 to ${longestName} characters, none of them hidden`;
}
