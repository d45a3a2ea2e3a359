import type { BoundTool } from "../tools/bind-tool.ts";
import type { Call } from "../pipeline/call/call.ts";
import type { Next } from "../pipeline/call/stage.ts";
import { entrance } from "../pipeline/entrance/entrance.ts";
import type { Refusal, Resolution } from "../api/outcome.ts";
import { prepareTool, type PreparedTool } from "../tools/prepare-tool.ts";
import type { AskedCall } from "./read-call.ts";
import { recordPrecheck } from "../pipeline/audit/record-precheck.ts";
import { resolver } from "../pipeline/resolve.ts";
import type { Runtime } from "../pipeline/runtime/runtime.ts";
import { schemaChecks } from "../tools/schema-check.ts";
import { stages } from "../pipeline/stages.ts";
import { instruments } from "../telemetry/instruments.ts";
import { measured } from "../telemetry/measured.ts";
import { measuredRuntime } from "../telemetry/measured-runtime.ts";
import { traced } from "../telemetry/traced.ts";

/** The entry points of the pipeline. */
export interface Calls {
  readonly invoke: Next<AskedCall>;
  readonly resolve: Next<AskedCall, Resolution | Refusal>;
}

/** Each tool is prepared when it is first called. */
export function openCalls(given: Runtime): Calls {
  const measures = instruments();
  const runtime = measuredRuntime(given, measures);
  const { forCalls, forResolutions } = entrance(runtime);
  const pipeline = stages(runtime);
  runtime.observer?.composed(pipeline.names);
  const run = observed(traced(measured(forCalls(pipeline.run), measures)), runtime);
  const resolve = forResolutions(recordPrecheck(runtime, resolver(runtime)));
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
    resolve: (call) => resolve(ready(call)),
  };
}

function observed(run: Next<Call>, { observer }: Runtime): Next<Call> {
  if (!observer) return run;
  return (call) => {
    const { id, name, options } = call;
    const seen = { id, name, ...(options.principal && { principal: options.principal.id }) };
    return observer.call(seen, () => run(call));
  };
}
