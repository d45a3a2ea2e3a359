import { isObject, type Json, type ToolContract } from "@proviso/manifest";
import { resolveReference } from "@proviso/manifest/condition";

/** Names of arguments that hold an amount of money in whole units of a currency. */
const amountNames = /^(?:amount|total|price|sum)$/;
const centsNames = /^(?:cents|.*Cents)$/;

/**
 * A condition that holds for calls of a tool with an amount above this, in units of the currency; undefined unless exactly one argument
 * is an amount: a number named `amount`, `total`, `price` or `sum`, or a whole number named `cents`, at the top or one level below.
 */
export function amountOver({ inputSchema }: ToolContract, over: number): string | undefined {
  const found = fieldsOf(inputSchema, inputSchema).flatMap(([name, schema]) => {
    const own = comparison(`input.${name}`, name, schema, over);
    if (own !== undefined) return [own];
    return fieldsOf(schema, inputSchema).flatMap(
      ([inner, below]) => comparison(`input.${name}.${inner}`, inner, below, over) ?? [],
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

function fieldsOf(
  schema: Json | undefined,
  root: ToolContract["inputSchema"],
): readonly (readonly [string, Json])[] {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, each]) => [name, resolveReference(each, root) ?? true]);
}

function comparison(path: string, name: string, schema: Json, over: number): string | undefined {
  if (!isObject(schema)) return undefined;
  if (schema["type"] === "integer" && centsNames.test(name)) return `${path} > ${wholeCents(over)}`;
  if (schema["type"] !== "number" || !amountNames.test(name)) return undefined;
  return `${path} > ${Number.isInteger(over) ? over.toFixed(1) : String(over)}`;
}

/** The most cents that are not over it. `1.15 * 100` is below 115. */
function wholeCents(over: number): number {
  return Math.floor(Number((over * 100).toFixed(6)));
}
