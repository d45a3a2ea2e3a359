import type { JsonObject, ToolContract } from "@proviso/manifest";
import {
  fingerprintOfText,
  type InvokeOptions,
  lastPauseOf,
  type Outcome,
  pauseOf,
  type ProgramCall,
  readCanonical,
} from "@proviso/server/extension";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { Reply } from "../sandbox/messages.ts";
import { replyTo, type Suspension } from "./reply-to.ts";
import type { Turn } from "./turn.ts";

/** A call of a program at its place in the journal. */
interface PlacedCall {
  readonly input: JsonObject;
  readonly place: number;
  /** What is put into the journal, without the reply. */
  readonly entry: JournalEntry;
  readonly found: Awaited<ReturnType<Journal["read"]>>;
}

const runsElsewhere = "another call runs it at the same time";

/** The reply to the next call of a program; undefined if the program does not go on now. */
export async function answerCall(turn: Turn, tool: string, text: string): Promise<Reply | undefined> {
  const { parts, program, progress } = turn;
  const { calls, replyBytes } = parts.limits;
  const place = progress.places++;
  if (place >= calls) return refuse(turn, `it makes more than ${calls} calls`);
  const input = readJson(text);
  if (input === undefined) return refuse(turn, `its call ${place + 1} sends what is no JSON`);
  const contract = turn.contracts.get(tool);
  const list = await parts.host.pauses.recent();
  const stopped = contract && { contract, principal: turn.context.principal };
  const entry: JournalEntry = {
    tool,
    print: fingerprintOfText(readCanonical(input)?.text ?? text),
    contract: contract?.hash ?? "",
    lastPause: stopped ? lastPauseOf(list, stopped) : 0,
  };
  const found = await parts.journal.read(program, place);
  if (found && (found.value.tool !== tool || found.value.print !== entry.print))
    return refuse(turn, `its call ${place + 1} differs from the one that it made before`);
  if (found && stopped && pauseOf(list, stopped))
    return suspend(turn, { message: `An operator has paused ${tool}.` });
  const stored = found && storedReply(turn, contract, found.value, entry);
  if (stored && "message" in stored) return suspend(turn, stored);
  const reply = stored ?? (await makeCall(turn, contract, { input, place, entry, found }));
  if (!reply || reply.kind === "pending") return reply;
  progress.calls += 1;
  progress.replyBytes += Buffer.byteLength(JSON.stringify(reply));
  return progress.replyBytes > replyBytes ? refuse(turn, "its calls return too much") : reply;
}

/** The reply in the journal, if it may be given. What was read under other terms is read anew. */
function storedReply(
  { context: { principal } }: Turn,
  contract: ToolContract | undefined,
  { reply, ...was }: JournalEntry,
  now: JournalEntry,
): Reply | Suspension | undefined {
  const { tool } = now;
  if (!contract?.permissions.every((each) => principal.permissions.includes(each)))
    return { message: `Its caller may not call ${tool} now.` };
  if (was.contract === now.contract && was.lastPause === now.lastPause) return reply;
  if (contract.sideEffects.length === 0) return undefined;
  const isSame = was.contract === now.contract || !reply;
  return isSame ? reply : { message: `The contract of ${tool} has changed since it ran.` };
}

function readJson(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}

async function makeCall(
  turn: Turn,
  contract: ToolContract | undefined,
  call: PlacedCall,
): Promise<Reply | undefined> {
  const { context, mode, parts, progress } = turn;
  const {
    entry: { tool },
    input,
  } = call;
  if (!contract)
    return { kind: "error", value: { code: "unknown_tool", message: `There is no tool ${tool}.` } };
  if (context.signal.aborted) return undefined;
  if (turn.isOver()) return suspend(turn, { message: "It has run for its time." });
  const hasEffects = contract.sideEffects.length > 0;
  // On record before it may act, so that a process that finds it knows that it may have.
  const begun = hasEffects && mode === "run" && !call.found ? await begin(turn, call) : call;
  if (!begun) return refuse(turn, runsElsewhere);
  const { program, pending } = programCall(turn);
  const outcome = await parts.host.invoke(tool, input, { ...optionsOf(turn, call, hasEffects), program });
  if (!pending()) return keep(turn, begun, outcome);
  progress.pending += 1;
  return { kind: "pending" };
}

/** Puts a call into the journal that is about to be made; undefined if another process has. */
async function begin(turn: Turn, call: PlacedCall): Promise<PlacedCall | undefined> {
  const { parts, program } = turn;
  const { entry, place } = call;
  if (!(await parts.journal.write(program, place, entry))) return undefined;
  return { ...call, found: await parts.journal.read(program, place) };
}

/** What the server is told of a call of this program. `pending`: whether it was collected, or left for later, and so did not run. */
function programCall({ collected, mode, program: { id, sets }, progress }: Turn): {
  readonly program: ProgramCall;
  readonly pending: () => boolean;
} {
  let isPending = false;
  const collect: ProgramCall["collect"] = (call, asks, inSet) => {
    const isTaken = asks && collected.take({ ...call, inSet });
    isPending = isTaken || mode === "plan";
    if (mode === "plan" && !asks) progress.unasked += 1;
    return isPending;
  };
  return { program: { id, mode, sets, collect }, pending: () => isPending };
}

/** What the calls of a program have in common with the call that runs it: the caller, the session, the client, the trace. */
function optionsOf({ context, program }: Turn, { place }: PlacedCall, hasEffects: boolean): InvokeOptions {
  const { options, principal, signal } = context;
  const { toolset, traceparent, tracestate, wire } = options;
  return {
    principal,
    signal,
    ...(wire && { wire }),
    ...(toolset && { toolset }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
    ...(hasEffects && { idempotencyKey: `${program.id} ${place}` }),
  };
}

async function keep(turn: Turn, call: PlacedCall, outcome: Outcome): Promise<Reply | undefined> {
  const { context, parts, program } = turn;
  const reply = replyTo(outcome);
  // A caller that has gone may have ended the call.
  if (context.signal.aborted) return undefined;
  if ("message" in reply) return suspend(turn, reply);
  const isWritten = await parts.journal.write(program, call.place, { ...call.entry, reply }, call.found);
  return isWritten ? reply : refuse(turn, runsElsewhere);
}

function refuse({ progress }: Turn, why: string): undefined {
  progress.refused ??= why;
}

function suspend({ progress }: Turn, why: Suspension): undefined {
  progress.suspension ??= why;
}
