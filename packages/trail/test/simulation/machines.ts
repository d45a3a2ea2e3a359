import { createEnforcingServer } from "../../../server/src/gate/enforcing-server.ts";
import type { EnforcingServer, InvokeOptions, Outcome } from "../../../server/src/api/outcome.ts";
import type { Clock, Store } from "../../../server/src/api/ports.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";
import { chainedAudit } from "../../src/trail/chained-audit.ts";
import { anna, manifest } from "../../../server/test/sample.ts";
import { contractsOf, handlersOf, inputOf, type Effects, type ToolName } from "./contracts.ts";
import { runAs } from "../../../server/test/simulation/platform.ts";
import { connectedStore, type Port } from "../../../server/test/simulation/ports.ts";
import { emptyLog, simulatedLog, type DurableLog } from "./log.ts";
import type { Process, Scheduler } from "../../../server/test/simulation/scheduler.ts";

/** The code under test: the real one, or a copy without one of its guards. */
export interface Code {
  readonly createEnforcingServer: typeof createEnforcingServer;
  readonly chainedAudit: typeof chainedAudit;
}

export const realCode: Code = { createEnforcingServer, chainedAudit };

export interface Request {
  readonly tool: ToolName;
  readonly text: string;
  readonly options: Pick<InvokeOptions, "idempotencyKey" | "answer">;
}

export interface Shared extends Effects {
  readonly time: Scheduler;
  readonly clock: Clock;
  readonly store: Store;
  readonly timeoutMs: number;
  onRecord(record: AuditRecord): void;
}

/** A machine outlives its process: its name, its disk and its clock stay. */
export interface Machine {
  readonly name: string;
  readonly log: DurableLog;
  process(): Process;
  /** Without an answer if the process is killed meanwhile. */
  invoke(request: Request, answer: (outcome: Outcome | "nothing") => void): void;
  kill(inFlight: boolean): void;
  start(): void;
  /** Moves its clock. */
  skew(ms: number): void;
  /** Milliseconds by which its clock is ahead. */
  skewMs(): number;
}

const stateKey = new Uint8Array(32).fill(7);
const contracts = new Map([1000, 60_000].map((timeoutMs) => [timeoutMs, contractsOf(timeoutMs)]));

export function machine(name: string, shared: Shared, code: Code): Machine {
  const { time, timeoutMs } = shared;
  const log = emptyLog(name);
  const tools = contracts.get(timeoutMs) ?? [];
  const clock: Clock = { now: () => new Date(shared.clock.now().getTime() + skewed) };
  const waiting = new Set<(outcome: "nothing") => void>();
  let skewed = 0;
  let lives = 0;
  let running = boot();

  function boot(): { readonly process: Process; readonly server: EnforcingServer } {
    const process = time.process(`${name}${++lives}`);
    const port: Port = (operation) => time.port(process, operation);
    const trail = code.chainedAudit(simulatedLog(log, port, shared.onRecord), { writer: name });
    let isLoaded = false;
    const server = code.createEnforcingServer({
      manifest: manifest(...tools),
      handlers: handlersOf(tools, port, shared),
      store: connectedStore(shared.store, shared.clock, clock, port),
      audit: { append: async (entry) => (isLoaded ? trail.append(entry) : undefined), close: trail.close },
      clock,
      stateKeys: [stateKey],
      onFault: () => {},
      attempts: { limit: 2 ** 31 - 1, perMs: 60_000 },
    });
    // A server loads its pipeline with the first question, which takes real time.
    time.load(server.resolve("none", {}, {}).then(() => (isLoaded = true)));
    return { process, server };
  }

  return {
    name,
    log,
    process: () => running.process,
    invoke({ tool, text, options }, answer) {
      const { process, server } = running;
      if (process.isDead) return answer("nothing");
      waiting.add(answer);
      const invocation = { ...options, principal: anna, canAsk: true };
      void runAs(process, () => server.invoke(tool, inputOf(tool, text), invocation)).then(
        (outcome) => waiting.delete(answer) && answer(outcome),
      );
    },
    kill(inFlight) {
      time.kill(running.process, inFlight);
      for (const answer of waiting) answer("nothing");
      waiting.clear();
    },
    start: () => void (running = boot()),
    skew: (ms) => void (skewed += ms),
    skewMs: () => skewed,
  };
}
