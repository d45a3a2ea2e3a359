import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import type { Answer, Outcome } from "../../../server/src/api/outcome.ts";
import { summary } from "../../../server/test/sample.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { type Batch, type ReplicaCall, type Report } from "./fixtures/replica-tools.ts";

const skewed = new URL("./fixtures/skewed-replica.ts", import.meta.url).pathname;
const program = new URL("./fixtures/replica.ts", import.meta.url).pathname;
/** Milliseconds after which a call without an outcome counts as lost. */
const leaseMs = 20_000;

interface Replica {
  make(calls: readonly ReplicaCall[], laterMs?: number): Promise<readonly Outcome[]>;
  /** The next effect that hangs. */
  acting(): Promise<unknown>;
  kill(): Promise<void>;
  end(): Promise<void>;
}

let cluster: Cluster;
let connectionString = "";
let folder = "";
let replicas: readonly Replica[] = [];

beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());
beforeEach(async () => {
  connectionString = await cluster.createDatabase();
  folder = mkdtempSync(join(tmpdir(), "proviso-replicas-"));
  replicas = [];
});
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.end()));
  rmSync(folder, { recursive: true });
});

/** Starts four at once over an empty database: they also race to create the tables. */
async function startReplicas(): Promise<void> {
  replicas = await Promise.all(Array.from({ length: 4 }, startReplica));
}

async function startReplica(): Promise<Replica> {
  const child = fork(program, [connectionString, join(folder, "effects")], { stdio: "inherit" });
  const exited = once(child, "exit");
  const next = (kind: Report["kind"]): Promise<Report> =>
    new Promise((resolve, reject) => {
      child.on("message", (message: Report) => message.kind === kind && resolve(message));
      child.once("exit", (code) => reject(new Error(`the replica ended with ${code}`)));
    });
  await next("ready");
  return {
    async make(calls, laterMs = 0) {
      const reported = next("outcomes");
      child.send({ calls, laterMs } satisfies Batch);
      const report = await reported;
      return report.kind === "outcomes" ? report.outcomes : [];
    },
    acting: () => next("acting"),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** How often each outcome came of a hundred calls at once, twenty-five in each of four processes. */
async function replay(call: ReplicaCall): Promise<Readonly<Record<string, number>>> {
  const batch = Array.from({ length: 25 }, () => call);
  const outcomes = (await Promise.all(replicas.map((replica) => replica.make(batch)))).flat();
  const counts: Record<string, number> = {};
  for (const word of outcomes.map(summary)) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

async function check(replica: number, call: ReplicaCall, expected: string, laterMs = 0): Promise<void> {
  const outcomes = await replicas[replica]?.make([call], laterMs);
  expect(outcomes?.map(summary)).toEqual([expected]);
}

function effects(): readonly string[] {
  const file = join(folder, "effects");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

const create = (text: string, idempotencyKey: string): ReplicaCall => ({
  tool: "notes.create",
  options: { text, idempotencyKey },
});

async function isWhole(records: number): Promise<void> {
  const trail = await readPostgresAudit({ connectionString });
  expect(await verifyAudit(trail)).toMatchObject({ ok: true, records });
  await trail.close();
}

test("of a hundred replays of one approval, over four processes, one executes", async () => {
  await startReplicas();
  const question: ReplicaCall = { tool: "notes.publish", options: { text: "once", canAsk: true } };
  const [asked] = (await replicas[0]?.make([question])) ?? [];
  if (asked?.kind !== "input_required") throw new Error("nobody was asked");
  const answer: Answer = { state: asked.state, action: "accept", content: { confirm: true } };
  const counts = await replay({ ...question, options: { ...question.options, answer } });
  expect(counts).toEqual({ completed: 1, "refused confirmation_unanswered": 99 });
  expect(effects()).toEqual(["once"]);
  await isWhole(203); // with the approval
});

test("of a hundred calls with one idempotency key, over four processes, one executes", async () => {
  await startReplicas();
  const call = create("once", "k");
  const { completed, replayed = 0, "refused in_progress": inProgress = 0, ...others } = await replay(call);
  expect([completed, replayed + inProgress, others]).toEqual([1, 99, {}]);
  expect(effects()).toEqual(["once"]);
  expect(await replay(call)).toEqual({ replayed: 100 });
  expect(effects()).toEqual(["once"]);
});

const skewedArguments = (skewMs: number, call: ReplicaCall): string[] => [
  skewed,
  connectionString,
  join(folder, "effects"),
  String(skewMs),
  JSON.stringify(call),
];

/** The outcome of a call to a server whose clock is wrong. */
async function callSkewed(skewMs: number, call: ReplicaCall): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, skewedArguments(skewMs, call));
  return JSON.parse(stdout) as Outcome;
}

test("two servers whose clocks are 66 seconds apart run a key of 60 seconds once", async () => {
  const call = async (skewMs: number): Promise<string> =>
    summary(await callSkewed(skewMs, { tool: "notes.create", options: { text: "once" } }));
  expect([await call(0), await call(66_000), await call(-66_000)]).toEqual([
    "completed",
    "replayed",
    "replayed",
  ]);
  expect(effects()).toEqual(["once"]);
});

test("a question of a minute may be answered on a server whose clock is 66 seconds off", async () => {
  for (const [askedAt, answeredAt] of [
    [0, 66_000],
    [-66_000, 0],
  ] as const) {
    const options = { text: `asked at ${askedAt}`, canAsk: true };
    const asked = await callSkewed(askedAt, { tool: "notes.publish", options });
    if (asked.kind !== "input_required") throw new Error("nobody was asked");
    const answer: Answer = { state: asked.state, action: "accept", content: { confirm: true } };
    const call: ReplicaCall = { tool: "notes.publish", options: { ...options, answer } };
    expect(summary(await callSkewed(answeredAt, call))).toBe("completed");
    expect(summary(await callSkewed(askedAt, call))).toBe("refused confirmation_unanswered");
  }
  expect(effects()).toHaveLength(2);
});

test("a call that runs is in progress, too, for a server whose clock is a minute ahead", async () => {
  const call = create("hangs", "k");
  const first = spawn(process.execPath, skewedArguments(0, call));
  const exited = once(first, "exit");
  await expect.poll(effects).toEqual(["hangs"]);
  expect(summary(await callSkewed(66_000, call))).toBe("refused in_progress");
  first.kill("SIGKILL");
  await exited;
  expect(effects()).toEqual(["hangs"]);
});

test("a process that is killed in the middle of an effect leaves it unknown, and the others go on", async () => {
  await startReplicas();
  const call = create("hangs", "k");
  const acting = replicas[0]?.acting();
  const made = Promise.allSettled([replicas[0]?.make([call])]);
  await acting;
  await replicas[0]?.kill();
  expect(await made).toMatchObject([{ status: "rejected" }]);
  await check(1, call, "refused in_progress");
  await check(2, create("other", "other"), "completed");
  await check(3, call, "refused outcome_unknown", leaseMs);
  await check(3, create("later", "later"), "completed");
  expect(effects()).toEqual(["hangs", "other", "later"]);
  await isWhole(9);
});
