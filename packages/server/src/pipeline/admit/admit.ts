import type { AdmittedCall, Call } from "../call/call.ts";
import type { Check } from "../call/stage.ts";

/** Unknown, forbidden and not-for-this-principal are one and the same answer, made from nothing but the name asked for. */
export function admit(): Check<Call, AdmittedCall> {
  return {
    name: "admit",
    async run(call, next) {
      const { found, name } = call;
      return found ? next({ ...call, tool: found }) : { kind: "unknown_tool", tool: name };
    },
  };
}
