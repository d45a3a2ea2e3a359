import type { Manifest } from "@proviso/manifest";
import type { AuditEntry, AuditSink, Outcome } from "@proviso/server";
import { fakeClock, yesTo } from "@proviso/server/testing";
import type { Decision } from "../../src/index.ts";
import { mortalServer } from "./mortal-server.ts";
import type { CallStep, Step } from "./script.ts";

export const start = "2026-01-01T08:00:00.000Z";

/** Makes the calls of a script on a real server, and returns what was decided about each. */
export async function runScript(
  manifest: Manifest,
  steps: readonly Step[],
  sink?: AuditSink,
): Promise<readonly Decision[]> {
  const clock = fakeClock(start);
  let isRepeated = false;
  const audit: AuditSink = {
    append: async (entry: AuditEntry) => {
      if (entry.replayed) isRepeated = true;
      await sink?.append(entry);
    },
    close: async () => {},
  };
  const mortal = mortalServer(manifest, audit, clock);
  const decisions: Decision[] = [];
  for (const step of steps) {
    clock.advance(step.afterMs);
    if (step.kind === "call") {
      isRepeated = false;
      mortal.next(step.handler);
      const { isAsked, outcome } = await call(step);
      // Of a killed call the trail has no outcome.
      decisions.push(
        outcome && !mortal.isKilled()
          ? decisionOf(outcome, isAsked, isRepeated)
          : { kind: isAsked ? "asked" : "ran" },
      );
      if (mortal.isKilled()) await mortal.restart();
    } else {
      await mortal.server().pauses[step.kind](step.scope, { operator: "op" });
      // Otherwise a read from before counts for a second of real time.
      await mortal.server().pauses.list();
    }
  }
  await mortal.server().close();
  return decisions;

  /** Makes a call, and again with the answer if a person was asked and answers. */
  async function call({ answerMs, input, key, principal, says, tool }: CallStep) {
    const options = { principal, canAsk: true, ...(key !== undefined && { idempotencyKey: key }) };
    const first = await mortal.server().invoke(tool, input, options);
    if (first.kind !== "input_required") return { isAsked: false, outcome: first };
    if (says === "nothing") return { isAsked: true };
    clock.advance(answerMs);
    const content = says === "yes" ? yesTo(first.request) : undefined;
    const action = says === "yes" ? "accept" : "decline";
    const answer = { state: first.state, action, ...(content && { content }) } as const;
    const outcome = await mortal.server().invoke(tool, input, { ...options, answer });
    // The time of the answer is the script's, whether anybody was asked or not.
    clock.advance(-answerMs);
    return { isAsked: true, outcome };
  }
}

function decisionOf(outcome: Outcome, isAsked: boolean, isRepeated: boolean): Decision {
  if (isRepeated) return { kind: "repeated" };
  if (outcome.kind === "unknown_tool") return { kind: "refused", code: "unknown_tool" };
  if (outcome.kind === "planned") return { kind: "planned" };
  // A plan that became too old before the answer: the trail shows the question, and the answer as a call of its own.
  if (isAsked && outcome.kind === "refused" && outcome.failure.code === "dry_run_required")
    return { kind: "asked" };
  if (outcome.kind === "refused" && outcome.failure.code !== "confirmation_declined")
    return { kind: "refused", code: outcome.failure.code };
  return { kind: isAsked ? "asked" : "ran" };
}
