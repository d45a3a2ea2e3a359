import type { AdmittedCall, Call } from "../call/call.ts";
import type { Check } from "../call/stage.ts";

/** Refuses unknown, forbidden and hidden tools with one error, made only from the name. */
export function admit(): Check<Call, AdmittedCall> {
  return {
    name: "admit",
    run(call, next) {
      const { found, name } = call;
      return found ? next({ ...call, tool: found }) : { kind: "unknown_tool", tool: name };
    },
  };
}
