import type {
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
} from "./api/outcome.ts";
import type { Clock } from "./api/ports.ts";

export { memoryAudit } from "./state/memory-audit.ts";
export { memoryStore } from "./stores/memory.ts";

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

export type CallTool = (
  name: string,
  input?: unknown,
  options?: Omit<InvokeOptions, "principal">,
) => Promise<Outcome>;

/** `await callAs(server, anna)("notes.create", { text: "…" })` */
export function callAs(server: EnforcingServer, principal: Principal): CallTool {
  return (name, input = {}, options = {}) => server.invoke(name, input, { ...options, principal });
}

/** Like `callAs`, with a person who approves everything. */
export function callApproved(server: EnforcingServer, principal: Principal): CallTool {
  const call = callAs(server, principal);
  return async (name, input, options = {}) => {
    const asked = await call(name, input, { ...options, canAsk: true });
    if (asked.kind !== "input_required") return asked;
    const answer = { state: asked.state, action: "accept", content: yesTo(asked.request) } as const;
    return call(name, input, { ...options, canAsk: true, answer });
  };
}

/** The content of the answer that approves a request. */
export function yesTo({
  phrase,
}: ConfirmationRequest): { readonly confirm: true } | { readonly phrase: string } {
  return phrase === undefined ? { confirm: true } : { phrase };
}
