import type { Manifest } from "@proviso/manifest";
import {
  createEnforcingServer,
  memoryStore,
  ToolFailure,
  type AuditEntry,
  type AuditSink,
  type Outcome,
} from "@proviso/server";
import { fakeClock, yesTo } from "@proviso/server/testing";
import type { Decision } from "../../src/index.ts";
import type { Step } from "./script.ts";

export const start = "2026-01-01T08:00:00.000Z";

/** Whose policy refuses the customer with this id. */
const refusedId = 8;

/** Makes the calls of a script on a real server, and returns what was decided about each. */
export async function runScript(
  manifest: Manifest,
  steps: readonly Step[],
  sink?: AuditSink,
): Promise<readonly Decision[]> {
  const clock = fakeClock(start);
  let isRepeated = false;
  let handler: "completes" | "fails" | "throws" = "completes";
  const audit: AuditSink = {
    append: async (entry: AuditEntry) => {
      if (entry.replayed) isRepeated = true;
      await sink?.append(entry);
    },
    close: async () => {},
  };
  const execute = (): object => {
    if (handler === "throws") throw new Error("broken");
    if (handler === "fails") throw new ToolFailure("not_found");
    return { ok: true };
  };
  const callable = manifest.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  const server = createEnforcingServer({
    manifest,
    handlers: Object.fromEntries(callable.map(({ name }) => [name, { execute, plan: () => ({ count: 3 }) }])),
    store: memoryStore({ clock }),
    stateKeys: [new Uint8Array(32).fill(9)],
    audit,
    clock,
    approvalMs: 600_000,
    attempts: { limit: 1_000_000, perMs: 1000 },
    policies: {
      "shop.tag": ({ input }) =>
        input["id"] === refusedId ? { effect: "deny", reason: "not this one" } : { effect: "allow" },
    },
    onFault: () => {},
  });
  const decisions: Decision[] = [];
  for (const step of steps) {
    clock.advance(step.afterMs);
    if (step.kind !== "call") {
      await server.pauses[step.kind](step.scope, { operator: "op" });
      // Otherwise a read from before counts for a second of real time.
      await server.pauses.list();
      continue;
    }
    ({ handler } = step);
    isRepeated = false;
    const { principal, key } = step;
    const options = { principal, canAsk: true, ...(key !== undefined && { idempotencyKey: key }) };
    const first = await server.invoke(step.tool, step.input, options);
    if (first.kind !== "input_required") {
      decisions.push(decisionOf(first, false, isRepeated));
      continue;
    }
    if (step.says === "nothing") {
      decisions.push({ kind: "asked" });
      continue;
    }
    clock.advance(step.answerMs);
    const content = step.says === "yes" ? yesTo(first.request) : undefined;
    const action = step.says === "yes" ? "accept" : "decline";
    const answer = { state: first.state, action, ...(content && { content }) } as const;
    decisions.push(
      decisionOf(await server.invoke(step.tool, step.input, { ...options, answer }), true, isRepeated),
    );
    // The time of the answer is the script's, whether anybody was asked or not.
    clock.advance(-step.answerMs);
  }
  await server.close();
  return decisions;
}

function decisionOf(outcome: Outcome, isAsked: boolean, isRepeated: boolean): Decision {
  if (isRepeated) return { kind: "repeated" };
  if (outcome.kind === "unknown_tool") return { kind: "refused", code: "unknown_tool" };
  if (outcome.kind === "planned") return { kind: "planned" };
  if (outcome.kind === "refused" && outcome.failure.code !== "confirmation_declined")
    return { kind: "refused", code: outcome.failure.code };
  return { kind: isAsked ? "asked" : "ran" };
}
