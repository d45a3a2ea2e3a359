import { isObject, type Json, type JsonSchema } from "@proviso/manifest";
import type { Clause, Step, Tool } from "../model.ts";
import { contractField, isVoid, refuted, survived } from "./facts.ts";

/** A shorter text may come back by chance. */
const leastLength = 4;

export const secretsStay: Clause = {
  name: "secrets-stay",
  summary: "No answer holds a secret of the server, or an argument that the contract calls sensitive.",
  claim(tool, { secrets }) {
    if (sensitiveNames(tool).length > 0)
      return {
        text: `no answer holds ${sensitiveNames(tool).join(", ")}, or a secret of the server`,
        source: "contract",
      };
    return secrets.length > 0
      ? { text: "no answer holds a secret of the server", source: "protocol" }
      : undefined;
  },
  judge(tool, steps, { secrets }) {
    const names = sensitiveNames(tool);
    const told = steps.find((step) =>
      [...secrets, ...argumentsOf(step, names)].some((secret) => holds(step, secret)),
    );
    if (told) return refuted("an answer holds a secret");
    return steps.some(({ answer }) => answer.kind !== "none") ? survived : isVoid;
  },
};

/** Arguments that the contract calls sensitive. */
function sensitiveNames(tool: Tool | undefined): readonly string[] {
  const schema = contractField(tool, "inputSchema");
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.keys(properties).filter((name) => (properties[name] as JsonSchema)["sensitive"] === true);
}

function argumentsOf({ action }: Step, names: readonly string[]): readonly string[] {
  if (action.kind !== "call") return [];
  const others = Object.entries(action.arguments).filter(([name]) => !names.includes(name));
  return (
    names
      .map((name) => action.arguments[name])
      .filter((value): value is string => typeof value === "string" && value.length >= leastLength)
      // Another argument with the same text may come back.
      .filter((value) => !JSON.stringify(others).includes(inJson(value)))
  );
}

function holds({ answer: { value, text, meta } }: Step, secret: string): boolean {
  return JSON.stringify({ value, text, meta }).includes(inJson(secret));
}

/** In JSON, a text with quotes or line ends is written with escapes. */
function inJson(text: Json): string {
  return JSON.stringify(text).slice(1, -1);
}
