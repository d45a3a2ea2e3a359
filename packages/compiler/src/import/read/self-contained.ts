import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { pointerSteps, valueAt } from "../../schemas/pointer.ts";
import { recordOf } from "../../syntax/record.ts";

/** A part of a document, with its reference resolved. */
export function partAt(document: JsonObject, part: Json | undefined): Json | undefined {
  const seen = new Set<string>();
  let found = part;
  while (isObject(found) && typeof found["$ref"] === "string" && found["$ref"].startsWith("#/")) {
    if (seen.has(found["$ref"])) return undefined;
    seen.add(found["$ref"]);
    found = valueAt(document, pointerSteps(found["$ref"]));
  }
  return found;
}

/** A schema with all that it refers to under `$defs`. References to other documents stay. */
export function selfContainedSchema(schema: JsonObject, document: JsonObject): JsonObject {
  const names = new Map<string, string>();
  const definitions = new Map<string, Json>();
  const nameOf = (reference: string): string | undefined => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const target = valueAt(document, pointerSteps(reference));
    if (target === undefined) return undefined;
    const base = reference.split("/").at(-1) ?? "part";
    const taken = new Set(names.values());
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
    names.set(reference, name);
    definitions.set(name, {});
    definitions.set(name, rewritten(target));
    return name;
  };
  const rewritten = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(rewritten);
    if (!isObject(part)) return part;
    return recordOf(
      Object.entries(part).map(([key, value]) => {
        const isLocal = key === "$ref" && typeof value === "string" && value.startsWith("#/");
        const name = isLocal ? nameOf(value) : undefined;
        return [key, name === undefined ? rewritten(value) : `#/$defs/${name}`];
      }),
    );
  };
  const whole = rewritten(schema) as JsonObject;
  return definitions.size > 0 ? { ...whole, $defs: recordOf(definitions) } : whole;
}
