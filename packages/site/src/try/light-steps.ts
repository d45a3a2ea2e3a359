import type { Tried } from "./trial.ts";

/**
 * Lights the steps that a call has taken, in the picture and in the list beside it. A step that is not part of every call is lit only
 * if its stage answered, or if the person has been asked.
 */
export function lightSteps(steps: Element | null, { reached, outcome }: Tried, isAnswered: boolean): void {
  const marks = [...(steps?.querySelectorAll<SVGElement>("[data-step]") ?? [])];
  const items = steps?.querySelectorAll<HTMLElement>(":scope > ol > li");
  const isDone = outcome.kind === "completed";
  for (const [at, mark] of marks.entries()) {
    const stage = mark.dataset["step"] ?? "";
    const isLast = stage !== "" && stage === reached.at(-1);
    const isTaken =
      reached.includes(stage) &&
      (!mark.classList.contains("sometimes") || (stage === "confirm" && isAnswered));
    // The question is put, and not answered yet.
    const isOpen = outcome.kind === "input_required" && marks[at - 1]?.dataset["step"] === "confirm";
    const state = isLast && !isOpen ? "answered" : isTaken && !isOpen ? "passed" : "";
    for (const each of [mark, items?.[at]]) {
      each?.classList.remove("answered", "passed");
      if (state) each?.classList.add(state);
      each?.style.setProperty("--at", String(at));
    }
  }
  if (isDone) for (const each of [marks.at(-1), items?.[marks.length - 1]]) each?.classList.add("passed");
}
