import type {
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
} from "./api/outcome.ts";
import type { Clock } from "./api/ports.ts";
import type { OutcomeOf } from "./serve/outcome-of.ts";

export { memoryAudit } from "./state/memory-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export type { OutcomeOf } from "./serve/outcome-of.ts";

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** A clock that stays at one time until it is advanced. */
export function fakeClock(start = "2026-01-01T12:00:00Z"): FakeClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
  };
}

/** Calls a tool by its name. The outcome has the types of its contract; the input is whatever a test wants to send. */
export type CallTool<Server = EnforcingServer> = <Name extends string>(
  name: Name,
  input?: unknown,
  options?: Omit<InvokeOptions, "principal">,
) => Promise<OutcomeOf<Server, Name>>;

/** `await callAs(server, anna)("notes.create", { text: "…" })` */
export function callAs<Server extends EnforcingServer>(
  server: Server,
  principal: Principal,
): CallTool<Server> {
  // The server checks what a tool returns against the contract from which the types are made.
  return ((name, input = {}, options = {}) =>
    server.invoke(name, input, { ...options, principal })) as CallTool<Server>;
}

/** Somebody who decides in the inbox, such as `testPerson(…)` of `@proviso/inbox/testing`. */
export interface TestApprover {
  /** Says yes to the approval with this id. Rejects if the yes does not count. */
  approve(id: string): Promise<unknown>;
}

/**
 * Like `callAs`, with a person at the client who approves everything. What is approved in the inbox is approved by `people`, one after
 * the other, and then called again. Rejects if a call waits in the inbox and `people` is empty.
 */
export function callApproved<Server extends EnforcingServer>(
  server: Server,
  principal: Principal,
  ...people: readonly TestApprover[]
): CallTool<Server> {
  const call = callAs<EnforcingServer>(server, principal);
  const approved: CallTool = async (name, input, given = {}) => {
    const options = { ...given, canAsk: true };
    const asked: Outcome = await call(name, input, options);
    if (asked.kind === "input_required")
      return call(name, input, { ...options, answer: yesFor(asked.state, asked.request) });
    if (asked.kind !== "refused" || !asked.waits) return asked;
    if (people.length === 0)
      throw new TypeError(
        `${name} waits for people in the inbox: name them, as in \`callApproved(server, principal, testPerson(approvals, { … }))\``,
      );
    for (const person of people) await person.approve(asked.waits.approval);
    return call(name, input, options);
  };
  return approved as CallTool<Server>;
}

function yesFor(state: string, request: ConfirmationRequest): NonNullable<InvokeOptions["answer"]> {
  return { state, action: "accept", content: yesTo(request) };
}

/** The content of the answer that approves a request. */
export function yesTo({
  phrase,
}: ConfirmationRequest): { readonly confirm: true } | { readonly phrase: string } {
  return phrase === undefined ? { confirm: true } : { phrase };
}
