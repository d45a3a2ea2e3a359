import type { Tried } from "./trial.ts";

/** An answer as a page shows it. */
export interface ShownAnswer {
  readonly title: string;
  /** What the client gets, word for word: a message, the question to a person, a plan. */
  readonly text?: string;
  /** What differs from a real call. */
  readonly note?: string;
  readonly tone: "good" | "asks" | "bad";
}

/** Says what a client gets. `canAsk`: this one can show a question to a person. */
export function answerOf({ outcome }: Pick<Tried, "outcome">, canAsk: boolean): ShownAnswer {
  if (outcome.kind === "completed")
    return outcome.replayed
      ? { tone: "good", title: "Already done", note: "The client gets the stored result of the first call." }
      : {
          tone: "good",
          title: "Completed",
          note: "The handler would run here; on this page it does nothing.",
        };
  if (outcome.kind === "planned") {
    const note = "The handler would plan here; on this page it adds nothing to what the server says.";
    return { tone: "good", title: "Planned", text: JSON.stringify(outcome.plan, undefined, 2), note };
  }
  if (outcome.kind === "input_required")
    return { tone: "asks", title: "A person is asked", text: outcome.request.message };
  if (outcome.kind === "unknown_tool")
    return { tone: "bad", title: "Refused", text: `Unknown tool: ${outcome.tool}` };
  const { code, message } = outcome.failure;
  const isElsewhere = canAsk && code === "confirmation_required";
  return {
    tone: "bad",
    title: `${outcome.kind === "failed" ? "Failed" : "Refused"}: ${code}`,
    text: message,
    ...(isElsewhere && {
      note: "The caller may not approve this call. With an inbox, which this page does not have, it would wait there.",
    }),
  };
}
