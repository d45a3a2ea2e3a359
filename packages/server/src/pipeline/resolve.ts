import type { Call, ValidCall } from "./call/call.ts";
import type { Refusal, Resolution } from "../api/outcome.ts";
import type { Clock } from "../api/ports.ts";
import { implied } from "./call/refuse.ts";
import { admit } from "./admit/admit.ts";
import { checkCaller } from "./authorize/authorize.ts";
import { refine } from "./refine/refine.ts";
import { validate } from "./validate/validate.ts";

const [admitted, valid, refined] = [admit(), validate(), refine()];

/**
 * Takes the first steps of a call, and says which contract would apply to it instead of taking the others. It asks no
 * policy, resolver, store or handler and leaves no record, for all that it says follows from what `list` shows.
 */
export async function resolveCall(call: Call, clock: Clock): Promise<Resolution | Refusal> {
  try {
    return await admitted.run(call, (known) =>
      valid.run(known, (read) =>
        refined.run(read, async (last) => checkCaller(last, clock) ?? resolved(last)),
      ),
    );
  } catch {
    const message = "The server could not process the call.";
    const { found, name } = call;
    if (!found) return { kind: "unknown_tool", tool: name };
    return {
      kind: "refused",
      tool: found.contract.name,
      failure: implied(found.contract, "internal_error", message),
    };
  }
}

function resolved({ tool, trace }: ValidCall): Resolution {
  const { refinement } = trace;
  return {
    kind: "resolved",
    tool: tool.contract.name,
    contract: tool.contract,
    ...(refinement !== undefined && { refinement }),
  };
}
