import { isDangerous } from "../explorer/does.ts";
import type { Tried } from "./trial.ts";

export interface LitCall {
  readonly tried: Tried;
  /** Whether the person has answered. */
  readonly isAnswered: boolean;
  readonly isRefused: boolean;
}

/**
 * Lights the steps that a call has taken, in the picture and in the list beside it; none without a call. A step that is not part of
 * every call is lit only if its stage answered, or if the person has.
 */
export function lightSteps(steps: Element | null, lit?: LitCall): void {
  const { tried, isAnswered = false, isRefused = false } = lit ?? {};
  const marks = [...(steps?.querySelectorAll<SVGElement>("[data-step]") ?? [])];
  // One step shows what the stages validate and authorize check.
  const reached = tried?.reached.map((stage) => (stage === "validate" ? "authorize" : stage));
  const items = steps?.querySelectorAll<HTMLElement>(":scope > ol > li");
  for (const [at, mark] of marks.entries()) {
    const stage = mark.dataset["step"] ?? "";
    const isPart = !mark.classList.contains("sometimes") || (stage === "confirm" && isAnswered);
    const isResult = tried?.outcome.kind === "completed" && mark === marks.at(-1);
    const isReached = reached?.includes(stage) === true;
    // The question is put, and has no answer yet.
    const isAhead = tried?.outcome.kind === "input_required" && marks[at - 1]?.dataset["step"] === "confirm";
    const isLast = isReached && stage === reached.at(-1);
    if (stage === "execute" && isPart) sayEffects(mark, tried?.branch?.does);
    for (const each of [mark, items?.[at]]) {
      each?.classList.toggle("answered", isLast && !isAhead);
      each?.classList.toggle("bad", isLast && isRefused);
      each?.classList.toggle("passed", isResult || (isPart && isReached && !isLast));
      each?.style.setProperty("--at", String(at));
    }
  }
}

/** Writes what the handler does on its arrow: in this call, or, without one, in all calls. */
function sayEffects(mark: SVGElement, does: readonly string[] | undefined): void {
  const texts = [...mark.querySelectorAll("text")];
  for (const text of texts) {
    text.dataset["all"] ??= text.textContent;
    text.textContent = does ? (text === texts.at(-1) ? does.join(", ") : "") : text.dataset["all"];
  }
  mark.dataset["danger"] ??= String(mark.classList.contains("danger"));
  mark.classList.toggle("danger", does?.some(isDangerous) ?? mark.dataset["danger"] === "true");
}
