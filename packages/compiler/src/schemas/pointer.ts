import type { Json, JsonObject } from "@proviso/manifest";

/** The steps of a JSON Pointer, or of one in a `$ref` without its `#` (RFC 6901). */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodePercent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the value at these steps; undefined if there is none. */
export function valueAt(root: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

function decodePercent(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that is not an escape.
    return step;
  }
}
