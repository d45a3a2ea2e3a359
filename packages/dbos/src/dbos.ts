import { randomUUID } from "node:crypto";
import { DBOS, type WorkflowHandle } from "@dbos-inc/dbos-sdk";
import { registerInternalQueue } from "@dbos-inc/dbos-sdk/eventreceiver";
import type { Durable, RunEngineStep } from "@proviso/server";

export interface DbosOptions {
  /** The PostgreSQL in which DBOS keeps its tables, in a schema of their own: the one of the server's store. */
  readonly connectionString: string;
  /** Defaults to "dbos". */
  readonly schema?: string;
  /** Milliseconds after which a call is answered while it goes on. Defaults to 25 seconds: MCP clients wait for a minute. */
  readonly answerMs?: number;
  /** Milliseconds after which DBOS forgets a call that has ended, at least 0: the server keeps its outcome itself. Defaults to a day. */
  readonly keepMs?: number;
  /** Receives warnings and errors of DBOS. Defaults to standard error. */
  readonly onWarning?: (message: string) => void;
}

type Body = (step: RunEngineStep) => Promise<string>;

const defaultAnswerMs = 25_000;
const defaultKeepMs = 24 * 60 * 60_000;
/** Milliseconds between two deletions, and how many works each statement of one deletes. */
const deleteEveryMs = 10 * 60_000;
const deletedAtOnce = 500;
/** Milliseconds between two looks for works that this process has taken over. */
const queuePollMs = 100;
/** The one workflow of this package. Its code never changes what a workflow does, so its version stays. */
const [application, version, workflowName] = ["proviso", "1", "call"];

/**
 * Launches DBOS in this process, and returns the engine for the option `durable` of a server. DBOS is one for a process: throws if
 * it is launched already or `keepMs` is no whole number of at least 0, and rejects if the database cannot be used.
 */
export async function dbos({
  connectionString,
  schema = "dbos",
  answerMs = defaultAnswerMs,
  keepMs = defaultKeepMs,
  onWarning = (message) => console.error(message.replaceAll(/\p{Cc}/gu, " ")),
}: DbosOptions): Promise<Durable> {
  if (DBOS.isInitialized()) throw new TypeError("DBOS is launched already, and there is one for a process");
  checkTime(keepMs);
  const executorID = randomUUID();
  const queueName = `proviso-${executorID}`;
  const bodies = new Map<string, Body>();
  const begun = new Map<string, WorkflowHandle<string>>();
  const workflow = DBOS.registerWorkflow((id: string) => runBody(bodies, id), { name: workflowName });
  // Of this process alone: a work that it takes over runs nowhere else.
  registerInternalQueue(queueName, { minPollingIntervalMs: queuePollMs });
  DBOS.setConfig({
    name: application,
    applicationVersion: version,
    executorID,
    systemDatabaseUrl: connectionString,
    systemDatabaseSchemaName: schema,
    listenQueues: [],
    logger: logTo(onWarning),
  });
  await DBOS.launch();
  const deletion = await deleteRegularly(keepMs, onWarning);

  return {
    answerMs,
    async start(id, run) {
      bodies.set(id, run);
      try {
        const stored = await DBOS.getWorkflowStatus(id);
        if (stored?.status === "SUCCESS") return;
        if (!stored) begun.set(id, await DBOS.startWorkflow(workflow, { workflowID: id })(id));
        else await takeOver(id, queueName);
      } catch (error) {
        // Nobody asks for its result.
        bodies.delete(id);
        throw error;
      }
    },
    async result(id) {
      try {
        const stored = (): Promise<string> => storedResult(id);
        // Where it was begun the result is there at once; it fails there too if another process took it over.
        return await (begun.get(id)?.getResult().catch(stored) ?? stored());
      } finally {
        bodies.delete(id);
        begun.delete(id);
      }
    },
    async status(id) {
      const steps = await DBOS.listWorkflowSteps(id);
      return steps && { done: steps.flatMap(({ error, name }) => (error ? [] : [name])) };
    },
    cancel: (id) => DBOS.cancelWorkflow(id),
    async close() {
      clearInterval(deletion);
      await DBOS.shutdown({ deregister: true });
    },
  };
}

function checkTime(keepMs: number): void {
  if (!Number.isSafeInteger(keepMs) || keepMs < 0)
    throw new TypeError(`\`keepMs\` must be a whole number of milliseconds, at least 0, not ${keepMs}`);
}

async function storedResult(id: string): Promise<string> {
  // DBOS would wait for it forever.
  if (!(await DBOS.getWorkflowStatus(id))) throw new Error("the workflow was deleted meanwhile");
  return await DBOS.retrieveWorkflow<string>(id).getResult({ pollingIntervalMs: queuePollMs });
}

/** What a workflow does is with the server: the process that holds the call has given it to `start`. */
async function runBody(bodies: ReadonlyMap<string, Body>, id: string): Promise<string> {
  const run = bodies.get(id);
  if (!run) throw new Error("this process does not hold the call of this workflow");
  return run((name, act) => DBOS.runStep(act, { name }));
}

/**
 * Continues a workflow here after its last step without an error. The process that ran it is gone, or no longer holds the call:
 * then it begins no step, because the server asks before each one.
 */
async function takeOver(id: string, queueName: string): Promise<void> {
  await DBOS.cancelWorkflow(id);
  const steps = (await DBOS.listWorkflowSteps(id)) ?? [];
  const failed = steps.find(({ error }) => error)?.functionID;
  const last = steps.at(-1)?.functionID ?? -1;
  await DBOS.rewindWorkflow(id, { startStep: failed ?? last + 1, queueName, applicationVersion: version });
}

async function deleteRegularly(
  keepMs: number,
  onWarning: (message: string) => void,
): Promise<NodeJS.Timeout> {
  const run = (): Promise<void> => deleteEnded(keepMs).catch(logTo(onWarning).warn);
  await run();
  return setInterval(() => void run(), deleteEveryMs).unref();
}

/** Deletes what has ended for long enough. A call that goes on afterwards begins a new workflow: the server has its steps. */
async function deleteEnded(keepMs: number): Promise<void> {
  const completedBefore = new Date(Date.now() - keepMs).toISOString();
  const wanted = { workflowName, applicationVersion: version, completedBefore, limit: deletedAtOnce };
  const ended = await DBOS.listWorkflows({ ...wanted, loadInput: false, loadOutput: false });
  await DBOS.deleteWorkflows(ended.map(({ workflowID }) => workflowID));
  if (ended.length === deletedAtOnce) await deleteEnded(keepMs);
}

function logTo(onWarning: (message: string) => void) {
  const tell = (entry: unknown): void =>
    onWarning(`dbos: ${entry instanceof Error ? entry.message : String(entry)}`);
  return { debug: () => {}, info: () => {}, warn: tell, error: tell };
}
