import { Client } from "pg";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import type { AuditVerdict } from "../../src/trail/audit-verdict.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { startFarm, type Farm } from "./farm.ts";
import { connect, liveAsClient, perform, seeded, type Op } from "../../../server/test/soak/soak-client.ts";
import { effectsTable, leaseMs, type WorkerState } from "./soak-tools.ts";

export interface SoakOptions {
  /** The URL of an empty PostgreSQL database. */
  readonly connectionString: string;
  readonly ms: number;
  readonly clients: number;
  readonly workers: number;
  readonly seed: number;
}

/** The findings of a soak. Every list of names is empty if there is no defect. */
export interface SoakReport {
  readonly things: number;
  readonly attempts: number;
  readonly kills: number;
  /** How many effects had which result, as reported to their callers. */
  readonly endings: Readonly<Record<string, number>>;
  readonly effects: number;
  /** Effects reported as completed, without exactly one row. */
  readonly notOnce: readonly string[];
  /** Effects reported as refused, with a row. */
  readonly refusedAndDone: readonly string[];
  /** Effects with more than one row, whatever was reported. */
  readonly doubled: readonly string[];
  /** How many effects with an unknown outcome, because a worker was killed, have their row. */
  readonly unknown: { readonly done: number; readonly notDone: number };
  /** Rows whose call left no intent in the audit. */
  readonly unrecorded: readonly string[];
  /** Calls of which the audit holds the intent and no outcome, because their worker was killed. */
  readonly unfinished: number;
  readonly audit: AuditVerdict;
  /** Of the worker that is never killed, in MB: after the warm-up, and what they grew by until the end on the straight line through them. */
  readonly memory: Readonly<Record<"heap" | "heapGrowth" | "rss" | "rssGrowth", number>>;
}

/** Runs clients while workers are killed, asks again for every open effect, and counts rows in the database. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { connectionString, clients, workers, ms, seed } = options;
  const database = new Client(connectionString);
  await database.connect();
  await database.query(effectsTable);
  const farm = await startFarm(connectionString, workers);
  const ends = performance.now() + ms;
  const isOver = (): boolean => performance.now() >= ends;
  const [kills, states, ...lives] = await Promise.all([
    killAtRandom(farm, seeded(seed), isOver),
    watch(farm, isOver),
    ...Array.from({ length: clients }, (_, number) =>
      liveAsClient(farm.url, number, seeded(seed + 1 + number), isOver),
    ),
  ]);
  await farm.stop();
  const ops = lives.flat();
  await answerTheRest(options, ops);
  const { rows } = await database.query<Row>("select op, call_id from effects");
  await database.end();
  const calls = await readCalls(connectionString);
  return {
    ...count(ops, rows),
    ...calls.compare(rows),
    kills,
    memory: growth(states.slice(Math.floor(states.length / 3))),
  };
}

const betweenKillsMs = 1500;

/** Kills any worker but the first, whose memory is measured. */
async function killAtRandom(farm: Farm, random: () => number, isOver: () => boolean): Promise<number> {
  let kills = 0;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, betweenKillsMs * (0.5 + random())));
    if (isOver()) return kills;
    await farm.kill(1 + Math.floor(random() * (farm.size - 1)));
    kills++;
  }
}

async function watch(farm: Farm, isOver: () => boolean): Promise<readonly WorkerState[]> {
  const states: WorkerState[] = [];
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    states.push(await farm.state(0));
  }
  return states;
}

/** Asks again for each open effect once every lease has ended: each gets its outcome, or `outcome_unknown`. */
async function answerTheRest({ connectionString }: SoakOptions, ops: readonly Op[]): Promise<void> {
  const open = ops.filter(({ ending }) => ending === "unanswered");
  const farm = await startFarm(connectionString, 1, leaseMs);
  for (const number of new Set(open.map(({ id }) => Number(id.split("-")[0])))) {
    const client = await connect(farm.url, number);
    for (const op of open.filter(({ id }) => id.startsWith(`${number}-`))) {
      const last = op.attempts + 3;
      await perform(client, op, () => op.attempts >= last);
    }
    await client.close();
  }
  await farm.stop();
}

interface Row {
  readonly op: string;
  readonly call_id: string;
}

function count(ops: readonly Op[], rows: readonly Row[]) {
  const done = tally(rows.map(({ op }) => op));
  const times = ({ id }: Op): number => done[id] ?? 0;
  const names = (which: readonly Op[]): readonly string[] => which.map(({ id, tool }) => `${tool} ${id}`);
  const acting = ops.filter(({ tool }) => tool !== "notes.read");
  const unknown = acting.filter(({ ending }) => ending === "outcome_unknown");
  const notRefused = ["completed", "outcome_unknown", "unanswered"];
  const refused = acting.filter(({ ending }) => !notRefused.includes(ending));
  return {
    things: ops.length,
    attempts: ops.reduce((sum, { attempts }) => sum + attempts, 0),
    endings: tally(ops.map(({ ending }) => ending)),
    effects: rows.length,
    notOnce: names(acting.filter((op) => op.ending === "completed" && times(op) !== 1)),
    refusedAndDone: names(refused.filter((op) => times(op) > 0)),
    doubled: names(acting.filter((op) => times(op) > 1)),
    unknown: {
      done: unknown.filter((op) => times(op) === 1).length,
      notDone: unknown.filter((op) => times(op) === 0).length,
    },
  };
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The audit records of each call. */
async function readCalls(connectionString: string) {
  const trail = await readPostgresAudit({ connectionString });
  const audit = await verifyAudit(trail);
  const [intents, outcomes] = [new Set<string>(), new Set<string>()];
  for await (const event of trail.events()) {
    const record = readEvent(event);
    if (record) (record.kind === "intent" ? intents : outcomes).add(record.callId);
  }
  await trail.close();
  return {
    compare: (rows: readonly Row[]) => ({
      audit,
      unrecorded: rows.map(({ call_id: id }) => id).filter((id) => !intents.has(id)),
      unfinished: [...intents].filter((id) => !outcomes.has(id)).length,
    }),
  };
}

function growth(states: readonly WorkerState[]): SoakReport["memory"] {
  const [heap, rss] = [states.map((state) => state.heap / 1e6), states.map((state) => state.rss / 1e6)];
  return { heap: heap[0] ?? 0, heapGrowth: rise(heap), rss: rss[0] ?? 0, rssGrowth: rise(rss) };
}

/** The growth from the first measurement to the last, on the line of least squares. */
function rise(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [up, across] = values.reduce(
    ([a, b], value, at) => [a + (at - middle) * (value - mean), b + (at - middle) ** 2],
    [0, 0],
  );
  return across === 0 ? 0 : (up / across) * (values.length - 1);
}
