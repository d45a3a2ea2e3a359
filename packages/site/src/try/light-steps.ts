import type { Tried } from "./trial.ts";

/**
 * Lights the steps that a call has taken, in the picture and in the list beside it; none without a call. A step that is not part of
 * every call is lit only if its stage answered, or if the person has: `isAnswered`.
 */
export function lightSteps(steps: Element | null, tried?: Tried, isAnswered = false): void {
  const marks = [...(steps?.querySelectorAll<SVGElement>("[data-step]") ?? [])];
  const items = steps?.querySelectorAll<HTMLElement>(":scope > ol > li");
  const last = tried?.reached.at(-1);
  const isOpen = tried?.outcome.kind === "input_required";
  for (const [at, mark] of marks.entries()) {
    const stage = mark.dataset["step"] ?? "";
    const isPart = !mark.classList.contains("sometimes") || (stage === "confirm" && isAnswered);
    const isResult = tried?.outcome.kind === "completed" && mark === marks.at(-1);
    // The question is put, and has no answer yet.
    const isAhead = isOpen && marks[at - 1]?.dataset["step"] === "confirm";
    const isTaken = isResult || (isPart && tried?.reached.includes(stage));
    for (const each of [mark, items?.[at]]) {
      each?.classList.toggle("answered", stage !== "" && stage === last && !isAhead);
      each?.classList.toggle("passed", Boolean(isTaken) && stage !== last);
      each?.style.setProperty("--at", String(at));
    }
  }
}
