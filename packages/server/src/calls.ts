import type { BoundTool } from "./bind-tool.ts";
import { compose } from "./kernel.ts";
import type { InvokeOptions, Outcome, Refusal, Resolution } from "./outcome.ts";
import { prepareTool, type PreparedTool } from "./prepare-tool.ts";
import { readCall, type FindTool } from "./read-call.ts";
import { resolveCall } from "./resolve.ts";
import type { EnforcementRuntime } from "./runtime.ts";
import { schemaChecks } from "./schema-check.ts";
import { stages } from "./stages.ts";
import type { ToolTable } from "./tool-table.ts";
import { traced } from "./traced.ts";

/** All that can be done with a tool by its name. */
export interface Calls {
  invoke(name: string, input: unknown, options: InvokeOptions): Promise<Outcome>;
  resolve(name: string, input: unknown, options: InvokeOptions): Promise<Resolution | Refusal>;
}

/** Each tool is prepared when it is first called. */
export function openCalls(tools: ToolTable, runtime: EnforcementRuntime): Calls {
  const run = traced(compose(stages(runtime)));
  const check = schemaChecks();
  const prepared = new Map<BoundTool, PreparedTool>();
  const find: FindTool = (name, principal) => {
    const bound = tools.find(name, principal);
    if (!bound) return undefined;
    const tool = prepared.get(bound) ?? prepareTool(bound, check);
    prepared.set(bound, tool);
    return tool;
  };
  return {
    invoke: (name, input, options) => run(readCall(find, name, input, options)),
    resolve: (name, input, options) => resolveCall(readCall(find, name, input, options)),
  };
}
