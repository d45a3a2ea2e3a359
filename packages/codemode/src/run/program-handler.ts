import type { JsonObject } from "@proviso/manifest";
import type { PlanResult, ToolContext } from "@proviso/server";
import type { CallSet, InvokeOptions } from "@proviso/server/extension";

/** What the handler of `run_program` gets besides its input: `options` are those of its call. */
export interface ProgramContext extends ToolContext<unknown, unknown> {
  readonly options: InvokeOptions;
}

/** The handler of `run_program`, as the server's option `programs` takes it. */
export interface ProgramHandler {
  plan(input: JsonObject, context: ProgramContext): Promise<PlanResult<JsonObject>>;
  execute(input: JsonObject, context: ProgramContext): Promise<JsonObject>;
  set(callId: string): CallSet | undefined;
}
