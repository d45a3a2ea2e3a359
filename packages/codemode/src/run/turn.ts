import type { ToolContract } from "@proviso/manifest";
import type { ProgramsRuntime } from "@proviso/server/extension";
import type { Journal, OpenProgram } from "../journal/journal.ts";
import type { SandboxLimits } from "../sandbox/messages.ts";
import type { Collector } from "../set/collector.ts";
import type { ProgramContext } from "./program-handler.ts";
import type { Suspension } from "./reply-to.ts";

export interface RunLimits {
  readonly sandbox: SandboxLimits;
  /** Calls of one program. */
  readonly calls: number;
  /** Bytes of all replies together. */
  readonly replyBytes: number;
  /** Milliseconds without a call, after which a program is ended. */
  readonly silentMs: number;
  /** Milliseconds after which a program makes no further call until it is resumed. */
  readonly turnMs: number;
}

export interface RunParts {
  readonly host: ProgramsRuntime;
  readonly journal: Journal;
  readonly limits: RunLimits;
}

/** What happens while a program runs. */
export interface Progress {
  /** Calls that have ended, in this run or an earlier one. */
  calls: number;
  /** Places in the journal. */
  places: number;
  /** Calls with a pending result; of these, calls about which nobody is asked. */
  pending: number;
  unasked: number;
  replyBytes: number;
  suspension?: Suspension;
  /** Why the program cannot be resumed. */
  refused?: string;
}

/** One run of a program, from its beginning. */
export interface Turn {
  readonly parts: RunParts;
  readonly program: OpenProgram;
  readonly mode: "plan" | "run";
  readonly context: ProgramContext;
  readonly contracts: ReadonlyMap<string, ToolContract>;
  readonly collected: Collector;
  readonly progress: Progress;
  /** Whether the time of one call of `run_program` is over. */
  readonly isOver: () => boolean;
}
