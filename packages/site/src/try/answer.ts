import type { Tried } from "./trial.ts";

/** An answer as a page shows it. */
export interface ShownAnswer {
  readonly tone: "good" | "asks" | "bad";
  readonly title: string;
  /** What the client gets, word for word: a message, the question to a person, a plan. */
  readonly text?: string;
  /** What differs from a real call. */
  readonly note?: string;
}

/** Says what a client gets. `canAsk`: this one can show a question to a person. */
export function answerOf({ outcome }: Pick<Tried, "outcome">, canAsk: boolean): ShownAnswer {
  switch (outcome.kind) {
    case "completed": {
      const ran = "Every check passed. The handler would do the work now; on this page it does nothing.";
      const note = outcome.replayed ? "The client gets the stored result of the first call." : ran;
      return { tone: "good", title: outcome.replayed ? "Already done" : "Completed", note };
    }
    case "planned": {
      const note = "The handler would plan here; on this page it adds nothing to what the server says.";
      return { tone: "good", title: "Planned", text: JSON.stringify(outcome.plan, undefined, 2), note };
    }
    case "input_required":
      return { tone: "asks", title: "A person is asked", text: outcome.request.message };
    case "unknown_tool":
      return { tone: "bad", title: "Refused", text: `Unknown tool: ${outcome.tool}` };
    default: {
      const { code, message: text } = outcome.failure;
      const title = `${outcome.kind === "failed" ? "Failed" : "Refused"}: ${code}`;
      if (!canAsk || code !== "confirmation_required") return { tone: "bad", title, text };
      const note =
        "The caller may not approve this call. This page runs without an inbox; with one, this call waits there.";
      return { tone: "bad", title, text, note };
    }
  }
}
