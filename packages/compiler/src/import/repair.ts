import { isObject, type Json } from "@proviso/manifest";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { decisiveKeywords, keywords } from "../schemas/keywords.ts";
import { valueAt } from "../schemas/pointer.ts";

/** The path of keys to an offset in a file. */
export function pathAt(node: SyntaxNode, offset: number): readonly string[] {
  if (node.kind === "list") {
    const index = node.items.findIndex(({ span }) => span.start <= offset && offset < span.end);
    const item = node.items[index];
    return item ? [String(index), ...pathAt(item, offset)] : [];
  }
  if (node.kind === "scalar") return [];
  const entry = node.entries.findLast(({ keySpan }) => keySpan.start <= offset);
  if (!entry) return [];
  return [entry.key, ...(offset < entry.keySpan.end ? [] : pathAt(entry.value, offset))];
}

/** The lengths of the prefixes of a path that lead to schemas, outermost (0) first. */
export function schemasOn(schema: Json, path: readonly string[]): readonly number[] {
  const found = [0];
  let node: Json | undefined = schema;
  for (let at = 0; at < path.length;) {
    if (!isObject(node)) break;
    const step = path[at] ?? "";
    const isKeywords = Object.keys(node).some((key) => decisiveKeywords.has(key) || key.startsWith("$"));
    const kind = isKeywords || at > 0 ? keywords.get(step) : undefined;
    const length =
      !isKeywords || kind === "schema"
        ? 1
        : kind === "schemas" || kind === "schemaMap" || kind === "patternMap" || kind === "properties"
          ? 2
          : 0;
    if (length === 0 || at + length > path.length) break;
    node = valueAt(node, path.slice(at, at + length));
    at += length;
    if (node === undefined) break;
    found.push(at);
  }
  return found;
}

/** Replaces the value at a path; removes it if `change` returns undefined. */
export function withValue(
  value: Json,
  [step, ...rest]: readonly string[],
  change: (value: Json) => Json | undefined,
): Json {
  if (step === undefined) return change(value) ?? "any";
  if (Array.isArray(value)) {
    return value.flatMap((each: Json, index) => {
      if (String(index) !== step) return [each];
      const changed = rest.length > 0 ? withValue(each, rest, change) : change(each);
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key !== step) return [[key, each]];
      const changed = rest.length > 0 ? withValue(each, rest, change) : change(each);
      return changed === undefined ? [] : [[key, changed]];
    }),
  );
}

export interface Loosened {
  readonly schema: Json;
  /** The path of the imported schema's part that accepts more now. */
  readonly place: string;
}

/**
 * Makes a schema accept more where the compiler found an error: removes the keyword or, if that is
 * in `tried`, replaces the enclosing schema by `any`.
 */
export function loosen(schema: Json, path: readonly string[], tried: Set<string>): Loosened {
  const lengths = schemasOn(schema, path);
  const deepest = lengths.at(-1) ?? 0;
  const keyword = path.slice(0, deepest + 1);
  const key = JSON.stringify(keyword);
  if (path.length > deepest && !tried.has(key) && isObject(valueAt(schema, path.slice(0, deepest)))) {
    tried.add(key);
    return { schema: withValue(schema, keyword, () => undefined), place: keyword.join(".") };
  }
  const around =
    lengths.toReversed().find((length) => !tried.has(`any ${JSON.stringify(path.slice(0, length))}`)) ?? 0;
  const place = path.slice(0, around);
  tried.add(`any ${JSON.stringify(place)}`);
  return { schema: withValue(schema, place, anySchemaLike), place: place.join(".") };
}

/** Accepts any value, and keeps the description. */
function anySchemaLike(value: Json): Json {
  const description = isObject(value) ? value["description"] : undefined;
  return typeof description === "string" ? { type: "any", description } : "any";
}
