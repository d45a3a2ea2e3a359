import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WorkerOptions, WorkerState } from "./soak-tools.ts";

const program = new URL("./worker.ts", import.meta.url).pathname;

/** Several server processes behind a proxy that passes one request to each in turn. */
export interface Farm {
  /** The URL of the proxy's MCP endpoint. */
  readonly url: string;
  readonly size: number;
  /** Kills a worker as a crash would; another one replaces it. */
  kill(worker: number): Promise<void>;
  state(worker: number): Promise<WorkerState>;
  stop(): Promise<void>;
}

interface Worker {
  readonly process: ChildProcess;
  readonly port: number;
}

export async function startFarm(connectionString: string, size: number, aheadMs = 0): Promise<Farm> {
  const start = (index: number): Promise<Worker> =>
    startWorker({ connectionString, writer: `worker-${index}`, aheadMs });
  const workers = await Promise.all(Array.from({ length: size }, (_, index) => start(index)));
  const proxy = await startProxy(() => workers.map(({ port }) => port));
  const at = (index: number): Worker => {
    const worker = workers[index];
    if (!worker) throw new RangeError(`there is no worker ${index}`);
    return worker;
  };
  return {
    url: proxy.url,
    size,
    async kill(index) {
      await end(at(index), "SIGKILL");
      workers[index] = await start(index);
    },
    async state(index) {
      const { process: child } = at(index);
      const answered = once(child, "message");
      child.send("state");
      return (await answered)[0] as WorkerState;
    },
    async stop() {
      await proxy.close();
      await Promise.all(workers.map((worker) => end(worker, "SIGTERM")));
    },
  };
}

async function startWorker(options: WorkerOptions): Promise<Worker> {
  const child = fork(program, [JSON.stringify(options)], { execArgv: ["--expose-gc"], stdio: "inherit" });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`a worker ended with ${code} at its start`);
  });
  const [port] = (await Promise.race([once(child, "message"), failed])) as [number];
  failed.catch(() => {});
  return { process: child, port };
}

async function end({ process: child }: Worker, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Breaks the connection to a client when its worker breaks off a response, as proxies do. */
async function startProxy(ports: () => readonly number[]): Promise<{ url: string; close(): Promise<void> }> {
  let turn = 0;
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const all = ports();
    const port = all[turn++ % all.length];
    const { method = "POST", url: path = "/", headers } = from;
    const passed = ask({ host: "127.0.0.1", port, method, path, headers: { ...headers, host: "127.0.0.1" } });
    passed.on("response", (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => to.destroy()).pipe(to);
    });
    passed.on("error", () => to.destroy());
    to.on("close", () => passed.destroy());
    from.pipe(passed);
  };
  // Longer than clients keep idle connections, as our servers do: one that closes first may reset a request.
  const server = createServer({ keepAliveTimeout: 65_000 }, pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
