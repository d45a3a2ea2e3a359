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
    return pointer
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return [reference];
  }
}
