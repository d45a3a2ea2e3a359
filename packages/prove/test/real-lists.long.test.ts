import { readFileSync } from "node:fs";
import { isObject, type JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { implication } from "./implication.ts";

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

const names = ["filesystem", "github", "memory", "mongodb", "notion", "playwright", "stripe", "supabase"];

function toolsOf(name: string): readonly Listed[] {
  const file = new URL(`../../compiler/test/import/fixtures/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).tools;
}

/** What a reviewer may ask of a field by its type; undefined for a field without a type of these. */
function askAbout(name: string, schema: unknown): string | undefined {
  if (!isObject(schema) || !/^[a-z]\w*$/i.test(name)) return undefined;
  const { type, enum: listed } = schema;
  const field = `input.${name}`;
  if (Array.isArray(listed)) return `${field} == ${JSON.stringify(listed[0])}`;
  if (type === "boolean") return field;
  if (type === "integer" || type === "number") return `${field} > 5`;
  if (type === "string") return `${field}.startsWith("a")`;
  return type === "array" ? `size(${field}) > 2` : undefined;
}

/** As much as a condition may hold. */
const maxAsks = 18;

function asksOf({ inputSchema }: Listed): readonly string[] {
  const { properties, required } = inputSchema;
  if (!isObject(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  const asks = Object.entries(properties).flatMap(([name, schema]) => {
    const ask = askAbout(name, schema);
    if (ask === undefined) return [];
    return [needed.includes(name) ? ask : `(has(input.${name}) && ${ask})`];
  });
  return asks.slice(0, maxAsks);
}

test("of the tools of eight public servers, conditions about all fields together are decided", () => {
  const subjects = names.flatMap(toolsOf).map((tool) => ({ tool, asks: asksOf(tool) }));
  const asked = subjects.filter(({ asks }) => asks.length > 1);
  const undecided = asked.flatMap(({ tool: { name, inputSchema }, asks }) => {
    const [whole, fewer] = [asks.join(" && "), asks.slice(1).join(" && ")];
    const [any, less] = [asks.join(" || "), asks.slice(1).join(" || ")];
    const pairs = [
      [whole, fewer, "proved"],
      [fewer, whole, "counterexample"],
      [less, any, "proved"],
      [any, less, "counterexample"],
    ] as const;
    const verdicts = pairs.map(([one, other]) => implication(one, other, inputSchema).verdict);
    for (const [at, verdict] of verdicts.entries())
      expect([name, at, verdict]).toEqual([name, at, verdict === "undecidable" ? verdict : pairs[at]?.[2]]);
    return verdicts.includes("undecidable") ? [name] : [];
  });
  console.log(
    `${undecided.length} of ${asked.length} tools with something undecided: ${undecided.join(", ")}`,
  );
  expect(undecided.length / asked.length).toBeLessThan(0.05);
});
