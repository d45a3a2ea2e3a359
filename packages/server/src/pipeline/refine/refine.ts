import type { ValidCall } from "../call/call.ts";
import type { Check } from "../call/stage.ts";

/**
 * Selects the contract for the input: the tool's own rules, which are the strictest, or a
 * refinement. The choice depends only on input and contract, so an approval of both covers it.
 */
export function refine(): Check<ValidCall, ValidCall> {
  return { name: "refine", run: (call, next) => next(refinedCall(call)) };
}

function refinedCall(call: ValidCall): ValidCall {
  const { refined } = call.tool;
  const position = refined?.choose(call.input) ?? -1;
  const tool = refined?.tools[position];
  if (!tool) return call;
  call.history.refinement = position;
  return { ...call, tool };
}
