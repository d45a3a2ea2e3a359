import type { ToolContract } from "@proviso/manifest";
import type { ApprovalsRuntime, ReadPauses } from "./approvals.ts";
import type { HandlerTable } from "./handler.ts";
import type { Principal } from "./principal.ts";

/** What programs use of the server that is made with them. */
export interface ProgramsRuntime extends Pick<
  ApprovalsRuntime,
  "clock" | "invoke" | "realm" | "stateKeys" | "store"
> {
  readonly pauses: Pick<ReadPauses, "recent">;
  /** The tools that a caller can see, those of the extension among them. */
  readonly list: (principal: Principal | undefined) => readonly ToolContract[];
}

/** What a host gives to let callers run programs, such as `codemode()` of `@proviso/codemode`. */
export interface ProgramsPlug {
  /**
   * Called once, when the server is made. Returns the tools that it adds. A handler with `set(callId)` also gets the `options` of its
   * call, and returns there the set that its `plan` has collected, undefined if there is nothing to ask.
   */
  open(host: ProgramsRuntime): {
    readonly tools: readonly ToolContract[];
    readonly handlers: HandlerTable<unknown>;
  };
}
