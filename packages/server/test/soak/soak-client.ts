import * as v2 from "@modelcontextprotocol/client";
import { metaKeys } from "@proviso/manifest";

/** One effect that a client wants exactly once, whatever fails on the way. */
export interface Op {
  readonly id: string;
  readonly tool: string;
  /** The last result that the caller received: `completed`, the code of a failure, or `unanswered`. */
  ending: string;
  /** The number of calls made for the effect. */
  attempts: number;
  /** Whether the response to one of the calls was lost, so that its effect may have happened. */
  lost: boolean;
}

const pauseMs = 100;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tools = ["notes.read", "notes.create", "notes.pay", "notes.publish", "notes.send", "notes.sweep"];

/** Asks for one effect after the other until it is stopped, and returns all of them. */
export async function liveAsClient(
  url: string,
  number: number,
  random: () => number,
  isOver: () => boolean,
): Promise<readonly Op[]> {
  const ops: Op[] = [];
  const client = await connectSurely(url, number, isOver);
  if (!client) return ops;
  while (!isOver()) {
    const tool = tools[Math.floor(random() * tools.length)] ?? "notes.read";
    const op: Op = { id: `${number}-${ops.length}`, tool, ending: "unanswered", attempts: 0, lost: false };
    ops.push(op);
    await perform(client, op, isOver);
  }
  await client.close();
  return ops;
}

/** Calls, with the same key each time, until a response contains the outcome. */
export async function perform(client: v2.Client, op: Op, isOver: () => boolean): Promise<void> {
  const _meta = { [metaKeys.idempotencyKey]: op.id };
  while (op.ending === "unanswered" && !isOver()) {
    op.attempts++;
    const planned = op.tool !== "notes.sweep" || (await call(client, op.tool, { op: op.id, dryRun: true }));
    const answer = planned ? await call(client, op.tool, { op: op.id }, _meta) : "not_sent";
    op.lost ||= answer === undefined;
    if (answer !== undefined && !isOpen(answer, op)) op.ending = answer;
    else await pause();
  }
}

/** Refusals of a repetition that say nothing about the attempt whose response was lost. */
const sayNothing = ["rate_limit_exceeded", "server_unavailable"];

/** Whether the client has to call again to learn what became of the effect. */
function isOpen(answer: string, { lost }: Op): boolean {
  const open = ["not_sent", "in_progress", "dry_run_required"];
  return open.includes(answer) || (lost && sayNothing.includes(answer));
}

/** The outcome of one call: `completed`, the code of a failure, or undefined if the connection broke. */
async function call(
  client: v2.Client,
  name: string,
  given: Record<string, unknown>,
  _meta?: Record<string, unknown>,
): Promise<string | undefined> {
  try {
    const answer = await client.callTool({ name, arguments: given, ...(_meta && { _meta }) });
    const failure = answer._meta?.[metaKeys.failure] as { readonly code: string } | undefined;
    if (failure) return failure.code;
    const { op } = (answer.structuredContent ?? {}) as { readonly op?: unknown };
    return given["dryRun"] === true || op === given["op"] ? "completed" : "wrong_answer";
  } catch (error) {
    // A JSON-RPC error is a response, and one that must not occur.
    return error instanceof v2.ProtocolError ? `protocol_error ${error.message}` : undefined;
  }
}

/** A client of protocol 2026-07-28 whose person says yes to everything. */
export async function connect(url: string, number: number, send: v2.FetchLike = fetch): Promise<v2.Client> {
  const client = new v2.Client(
    { name: "soak", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { confirm: true } }));
  const headers = { Authorization: `Bearer client-${number}` };
  const options = { requestInit: { headers }, fetch: send };
  await client.connect(new v2.StreamableHTTPClientTransport(new URL(url), options));
  return client;
}

/** Connects again while workers are being killed. */
async function connectSurely(
  url: string,
  number: number,
  isOver: () => boolean,
): Promise<v2.Client | undefined> {
  while (!isOver()) {
    try {
      return await connect(url, number);
    } catch {
      await pause();
    }
  }
  return undefined;
}
