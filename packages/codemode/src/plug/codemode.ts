import type { JsonObject } from "@proviso/manifest";
import { type PlanResult, ToolFailure } from "@proviso/server";
import { type CallSet, type ProgramsPlug, type ProgramsRuntime } from "@proviso/server/extension";
import { declarations } from "../declarations/declarations.ts";
import { journal } from "../journal/journal.ts";
import { type CodemodeOptions, limitTexts, sandboxOf } from "../sandbox/limits.ts";
import type { ProgramContext } from "../run/program-handler.ts";
import { callable, type Ran, runProgramOnce } from "../run/run-program.ts";
import type { RunParts } from "../run/turn.ts";
import { setOf } from "../set/collector.ts";
import { tableOf, totalOf } from "../set/table.ts";
import { describeTools, runProgram } from "../tools/contracts.ts";

const replyBytes = 4 * 1024 * 1024;
/** Less than the time-out of the tool, so that a long program is answered and resumed. */
const turnMs = 40_000;
/** Sets of calls that were not approved are forgotten. */
const maxSets = 1000;

/**
 * The option `programs` of a server: adds `run_program` and `describe_tools`. Every call of a program passes the whole gate, and a person
 * approves the calls that need one as a set. Throws a TypeError for a wrong option.
 */
export function codemode(options: CodemodeOptions = {}): ProgramsPlug {
  const { calls, keepMs, limits: sandbox, silentMs } = sandboxOf(options);
  const limits = { sandbox, calls, replyBytes, silentMs, turnMs };
  return {
    open(host) {
      const parts: RunParts = { host, journal: journal(host, keepMs), limits };
      return {
        tools: [describeTools, runProgram],
        handlers: {
          [describeTools.name]: {
            execute: (input: JsonObject, context: ProgramContext) => describe(host, context, input),
            set: () => undefined,
          } as never,
          [runProgram.name]: programHandler(parts) as never,
        },
      };
    },
  };
}

function describe(host: ProgramsRuntime, context: ProgramContext, { domain }: JsonObject): JsonObject {
  const tools = callable(host, context);
  return { declarations: declarations(tools, typeof domain === "string" ? domain : undefined) };
}

function programHandler(parts: RunParts) {
  const { host, journal: programs } = parts;
  const sets = new Map<string, CallSet>();

  return {
    set: (callId: string) => sets.get(callId),
    async plan(input: JsonObject, context: ProgramContext): Promise<PlanResult<JsonObject>> {
      const source = String(input["source"]);
      const program = await programs.open(context.principal, source, context.callId);
      const ran = await runProgramOnce(parts, program.value, { mode: "plan", source }, context);
      const problem = problemOf(ran);
      if (problem !== undefined) {
        await programs.end(program, ran.places);
        throw new ToolFailure("program_failed", `${problem} ${soFar(ran)}`);
      }
      const table = tableOf(ran.collected.calls, host.clock.now());
      const set = setOf(ran.collected, totalOf(table));
      if (set) remember(context.callId, set);
      return {
        program: program.value.id,
        callsMade: ran.calls,
        callsUnasked: ran.unasked,
        ...(set && {
          set: table,
          expectedSideEffects: set.contract.sideEffects.map(({ description }) => description),
        }),
        targets: { program: program.value.id, set: (set?.calls ?? []).map((call) => ({ ...call })) },
      };
    },
    async execute(input: JsonObject, context: ProgramContext): Promise<JsonObject> {
      const source = String(input["source"]);
      const opened = await programs.open(context.principal, source, context.callId);
      // The gate comes here only if the set of the plan was approved.
      const isApproved = sets.delete(context.callId);
      const program = isApproved ? await programs.addSet(opened, context.callId) : opened.value;
      const ran = await runProgramOnce(parts, program, { mode: "run", source }, context);
      const { logs } = ran;
      const result = resultOf(ran);
      if (result["status"] !== "waiting") await programs.end(opened, ran.places);
      return { ...result, program: program.id, calls: ran.calls, ...(logs.length > 0 && { logs }) };
    },
  };

  function remember(callId: string, set: CallSet): void {
    sets.set(callId, set);
    const [oldest] = sets.keys();
    if (sets.size > maxSets && oldest !== undefined) sets.delete(oldest);
  }
}

/** Why a program has failed; undefined if it has ended or waits. */
function problemOf({ end, missing, refused, suspension }: Ran): string | undefined {
  if (refused !== undefined) return `The program was refused: ${refused}.`;
  if (suspension || end.kind === "aborted") return undefined;
  if (end.kind === "threw") {
    const near = end.message.startsWith("TypeError") && missing !== undefined ? ` ${missing}` : "";
    return `The program failed: ${end.message.replace(/\.$/, "")}.${near}`;
  }
  if (end.kind === "limit") return `The program was ended. ${limitTexts[end.limit]}`;
  return end.kind === "stuck" ? "The program waits for something that no call brings." : undefined;
}

function soFar({ calls }: Ran): string {
  return calls === 0 ? "It has made no call." : `It has made ${calls} calls before.`;
}

const again = "Call run_program again with exactly the same source";

function resultOf(ran: Ran): JsonObject {
  const { collected, end, pending, suspension } = ran;
  const problem = problemOf(ran);
  if (problem !== undefined) return { status: "failed", message: `${problem} ${soFar(ran)}` };
  if (suspension?.waits) {
    const message = `${suspension.message} When it is approved: ${again}.`;
    return { status: "waiting", message, waits: [suspension.waits] };
  }
  if (collected.calls.length > 0) {
    const next = `a person is then asked about the next ${collected.calls.length} calls.`;
    return { status: "waiting", message: `${again}: ${next}` };
  }
  if (end.kind === "returned" && pending === 0) return { status: "done", result: end.value };
  return { status: "waiting", message: `${suspension?.message ?? "It was interrupted."} ${again}.` };
}
