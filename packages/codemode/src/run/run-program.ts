import type { ToolContract } from "@proviso/manifest";
import {
  fingerprintOfText,
  type Outcome,
  type ProgramContext,
  type ProgramsRuntime,
  readCanonical,
} from "@proviso/server/extension";
import type { Journal, JournalEntry, OpenProgram } from "../journal/journal.ts";
import type { Reply, SandboxLimits } from "../sandbox/messages.ts";
import { runSandbox, type SandboxRun } from "../sandbox/sandbox.ts";
import { collector, type Collector } from "../set/collector.ts";
import { replyTo, type Suspension } from "./reply-to.ts";

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
export interface Ran {
  readonly end: SandboxRun["end"];
  readonly logs: readonly string[];
  /** Calls that have ended, in this run or an earlier one. */
  readonly calls: number;
  /** Places in the journal. */
  readonly places: number;
  readonly collected: Collector;
  /** Calls with a pending result about which nobody is asked. */
  readonly unasked: number;
  readonly pending: number;
  readonly suspension?: Suspension;
  /** Why the program cannot be resumed. */
  readonly refused?: string;
}

/** Runs a program from its beginning: calls that are in the journal get their replies from there, and the others are made. */
export async function runProgramOnce(
  { host, journal, limits }: RunParts,
  program: OpenProgram,
  { mode, source }: { readonly mode: "plan" | "run"; readonly source: string },
  { options, principal, signal }: ProgramContext,
): Promise<Ran> {
  const contracts = callable(host.list(principal));
  const collected = collector();
  const begun = performance.now();
  let [places, calls, bytes, unasked, pending] = [0, 0, 0, 0, 0];
  let suspension: Suspension | undefined;
  let refused: string | undefined;

  async function answer(tool: string, text: string): Promise<Reply | undefined> {
    const place = places++;
    if (place >= limits.calls) return refuse(`it makes more than ${limits.calls} calls`);
    const input: unknown = JSON.parse(text);
    const print = fingerprintOfText(readCanonical(input)?.text ?? text);
    const found = await journal.read(program, place);
    if (found && (found.value.tool !== tool || found.value.print !== print))
      return refuse(`its call ${place + 1} differs from the one that it made before`);
    const reply = found?.value.reply ?? (await make(tool, input, { print, place, found }));
    if (!reply || reply.kind === "pending") return reply;
    calls += 1;
    bytes += Buffer.byteLength(JSON.stringify(reply));
    return bytes > limits.replyBytes ? refuse("its calls return too much") : reply;
  }

  interface Place {
    readonly print: string;
    readonly place: number;
    readonly found: Awaited<ReturnType<Journal["read"]>>;
  }

  async function make(
    tool: string,
    input: unknown,
    { found, place, print }: Place,
  ): Promise<Reply | undefined> {
    const contract = contracts.get(tool);
    if (!contract)
      return { kind: "error", value: { code: "unknown_tool", message: `There is no tool ${tool}.` } };
    if (signal.aborted) return undefined;
    if (performance.now() - begun > limits.turnMs) return suspend({ message: "It has run for its time." });
    const hasEffects = contract.sideEffects.length > 0;
    const entry: JournalEntry = { tool, print };
    let former = found;
    // On record before it may act, so that a process that finds it knows that it may have.
    if (hasEffects && mode === "run" && !former) {
      if (!(await journal.write(program, place, entry))) return refuse(runsElsewhere);
      former = await journal.read(program, place);
    }
    let isPending = false;
    const outcome = await host.invoke(tool, input, {
      ...carried(options),
      principal,
      signal,
      ...(hasEffects && { idempotencyKey: `${program.id} ${place}` }),
      program: {
        id: program.id,
        mode,
        sets: program.sets,
        collect(call, asks) {
          isPending = asks && collected.take(call);
          if (mode === "run") return isPending;
          isPending = true;
          if (!asks) unasked += 1;
          return true;
        },
      },
    });
    if (isPending) {
      pending += 1;
      return { kind: "pending" };
    }
    return keep(outcome, entry, place, former);
  }

  async function keep(
    outcome: Outcome,
    entry: JournalEntry,
    place: number,
    former: Place["found"],
  ): Promise<Reply | undefined> {
    const replied = replyTo(outcome);
    // A caller that has gone may have ended the call.
    if (signal.aborted) return undefined;
    if ("message" in replied) return suspend(replied);
    const isWritten = await journal.write(program, place, { ...entry, reply: replied }, former);
    return isWritten ? replied : refuse(runsElsewhere);
  }

  function refuse(why: string): undefined {
    refused ??= why;
  }

  function suspend(why: Suspension): undefined {
    suspension ??= why;
  }

  const start = { source, tools: [...contracts.keys()], limits: limits.sandbox };
  const { end, logs } = await runSandbox(start, limits.silentMs, signal, answer);
  return {
    end,
    logs,
    calls,
    places,
    collected,
    unasked,
    pending,
    ...(suspension && { suspension }),
    ...(refused !== undefined && { refused }),
  };
}

const runsElsewhere = "another call runs it at the same time";

/** What the calls of a program have in common with the call that runs it: the session, the client, the trace. */
function carried({ traceparent, tracestate, wire }: ProgramContext["options"]): object {
  return {
    ...(wire && { wire }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  };
}

/** A program runs no program. */
function callable(tools: readonly ToolContract[]): ReadonlyMap<string, ToolContract> {
  return new Map(tools.filter(({ domain }) => domain !== "programs").map((tool) => [tool.name, tool]));
}
