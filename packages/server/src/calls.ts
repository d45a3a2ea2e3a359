import type { BoundTool } from "./bind-tool.ts";
import type { Call } from "./call.ts";
import { compose } from "./kernel.ts";
import type { Outcome, Refusal, Resolution } from "./outcome.ts";
import { prepareTool, type PreparedTool } from "./prepare-tool.ts";
import type { AskedCall } from "./read-call.ts";
import { resolveCall } from "./resolve.ts";
import type { EnforcementRuntime } from "./runtime.ts";
import { schemaChecks } from "./schema-check.ts";
import { stages } from "./stages.ts";
import { traced } from "./traced.ts";

/** All that can be done with a call. */
export interface Calls {
  invoke(call: AskedCall): Promise<Outcome>;
  resolve(call: AskedCall): Promise<Resolution | Refusal>;
}

/** Each tool is prepared when it is first called. */
export function openCalls(runtime: EnforcementRuntime): Calls {
  const run = traced(compose(stages(runtime)));
  const check = schemaChecks();
  const prepared = new Map<BoundTool, PreparedTool>();
  const preparedFor = (bound: BoundTool): PreparedTool => {
    const tool = prepared.get(bound) ?? prepareTool(bound, check);
    prepared.set(bound, tool);
    return tool;
  };
  const ready = ({ found, ...call }: AskedCall): Call =>
    found ? { ...call, found: preparedFor(found) } : call;
  return {
    invoke: (call) => run(ready(call)),
    resolve: (call) => resolveCall(ready(call)),
  };
}
