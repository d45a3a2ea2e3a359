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

function decodePercent(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that is not an escape.
    return step;
  }
}
