import type { ToolContext } from "@proviso/server";
import type { InvokeOptions } from "@proviso/server/extension";

/** What the handler of `run_program` gets besides its input: `options` are those of its call. */
export interface ProgramContext extends ToolContext<unknown, unknown> {
  readonly options: InvokeOptions;
}
