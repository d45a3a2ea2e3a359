import type { Json, JsonSchema } from "../contract/contract.ts";

/** What a reference within a schema leads to: `#`, or a JSON Pointer as a fragment (RFC 6901). */
export function resolvePointer(reference: string, root: JsonSchema): Json | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let place: Json | undefined = root;
  for (const step of stepsOf(reference)) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as { readonly [key: string]: Json })[step];
  }
  return place;
}

function stepsOf(reference: string): readonly string[] {
  try {
    const pointer = decodeURIComponent(reference.slice(1));
    return pointer.split("/").slice(1).map(keyOf);
  } catch {
    return [reference];
  }
}

/** The name of the type under `$defs` to which a reference leads. */
export function typeNameIn(reference: string): string {
  return keyOf(reference.replace(/^#\/\$defs\//, ""));
}

function keyOf(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
