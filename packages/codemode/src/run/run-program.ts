import type { ToolContract } from "@proviso/manifest";
import type { ProgramsRuntime } from "@proviso/server/extension";
import type { Journal, OpenProgram } from "../journal/journal.ts";
import type { SandboxLimits } from "../sandbox/messages.ts";
import { runSandbox, type SandboxRun } from "../sandbox/sandbox.ts";
import { collector, type Collector } from "../set/collector.ts";
import { answerCall } from "./answer-call.ts";
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

/** What came of running a program as far as it goes. */
export interface Ran extends Readonly<Progress> {
  readonly end: SandboxRun["end"];
  readonly logs: readonly string[];
  readonly collected: Collector;
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

/** Runs a program from its beginning: calls that are in the journal get their replies from there, and the others are made. */
export async function runProgramOnce(
  parts: RunParts,
  program: OpenProgram,
  { mode, source }: { readonly mode: Turn["mode"]; readonly source: string },
  context: ProgramContext,
): Promise<Ran> {
  const { host, limits } = parts;
  const begun = performance.now();
  const contracts = callable(host.list(context.principal));
  const progress: Progress = { calls: 0, places: 0, pending: 0, unasked: 0, replyBytes: 0 };
  const collected = collector();
  const isOver = (): boolean => performance.now() - begun > limits.turnMs;
  const turn: Turn = { parts, program, mode, context, contracts, collected, progress, isOver };
  const start = { source, tools: [...contracts.keys()], limits: limits.sandbox };
  const { end, logs } = await runSandbox(start, limits.silentMs, context.signal, (tool, text) =>
    answerCall(turn, tool, text),
  );
  return { ...progress, end, logs, collected };
}

/** A program runs no program. */
function callable(tools: readonly ToolContract[]): ReadonlyMap<string, ToolContract> {
  return new Map(tools.filter(({ domain }) => domain !== "programs").map((tool) => [tool.name, tool]));
}
