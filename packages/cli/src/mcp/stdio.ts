import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { timeSpan, type Json, type JsonObject } from "@proviso/manifest";
import { type ServerConnection, type Limits, readMessage, resultOf, ServerError } from "./connection.ts";

/** How long a server may take to exit after its input is closed, and again after it is asked to terminate. */
const childPatienceMs = 2000;
/** How much of the end of the server's error output is kept. */
const mostErrorOutput = 2000;

/** Starts a server and speaks JSON-RPC with it, one message a line. `close` ends the server. */
export function connectStdio(command: readonly string[], cwd: string, limits: Limits): ServerConnection {
  const child = startChild(command, cwd);
  const requests = openRequests();
  const errors = { text: "" };
  const fail = (message: string): void =>
    requests.fail(new ServerError(message + quotedErrorOutput(errors.text)));
  const timer = setTimeout(
    () => fail(`the server did not list its tools within ${timeSpan(limits.timeoutMs)}`),
    limits.timeoutMs,
  );
  child.on("error", (error) => fail(`\`${command[0]}\` cannot be started: ${error.message}`));
  child.on("close", () => fail("the server ended before it listed its tools"));
  // A server that ends closes its input first; `close` follows, when all that it printed has been read.
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors.text = (errors.text + text).slice(-mostErrorOutput);
  });
  const write = (message: JsonObject): void => {
    if (child.stdin.writable) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  readLines(child, limits.bytes, fail, (line) => {
    const message = readMessage(line);
    if (!message || requests.deliver(message)) return;
    if (message["id"] !== undefined && typeof message["method"] === "string") write(answerToChild(message));
  });
  const stop = (): void => endChild(child, "SIGKILL");
  process.once("exit", stop);
  return {
    async request(method, params) {
      const { id, result } = requests.open(method);
      write({ id, method, params });
      return result;
    },
    notify: async (method) => write({ method }),
    async close() {
      clearTimeout(timer);
      await endedChild(child);
      process.off("exit", stop);
    },
  };
}

function startChild(
  [program = "", ...words]: readonly string[],
  cwd: string,
): ChildProcessWithoutNullStreams {
  const isWindows = process.platform === "win32";
  // A process group, so that the server's child processes end with it. On Windows, only a shell finds `npx`.
  return spawn(program, words, { cwd, detached: !isWindows, shell: isWindows });
}

/** The response to a request of the server: pings are answered, everything else is refused or empty. */
function answerToChild({ id = null, method }: JsonObject): JsonObject {
  if (method === "ping") return { id, result: {} };
  if (method === "roots/list") return { id, result: { roots: [] } };
  return { id, error: { code: -32_601, message: "this client only lists tools" } };
}

interface OpenRequests {
  open(method: string): { readonly id: number; readonly result: Promise<Json> };
  /** Resolves the request that the message answers; false if there is none. */
  deliver(message: JsonObject): boolean;
  /** Rejects all open requests to the server, and all later ones. */
  fail(error: ServerError): void;
}

interface WaitingRequest {
  readonly method: string;
  resolve(result: Json): void;
  reject(error: unknown): void;
}

function openRequests(): OpenRequests {
  const waiting = new Map<Json, WaitingRequest>();
  let last = 0;
  let failure: ServerError | undefined;
  return {
    open(method) {
      last += 1;
      const id = last;
      const result = new Promise<Json>((resolve, reject) => {
        if (failure) reject(failure);
        else waiting.set(id, { method, resolve, reject });
      });
      return { id, result };
    },
    deliver(message) {
      const { id = null, method } = message;
      const asked = method === undefined ? waiting.get(id) : undefined;
      if (!asked) return false;
      waiting.delete(id);
      try {
        asked.resolve(resultOf(message, asked.method));
      } catch (error) {
        asked.reject(error);
      }
      return true;
    },
    fail(error) {
      failure ??= error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function readLines(
  { stdout }: ChildProcessWithoutNullStreams,
  limit: number,
  fail: (message: string) => void,
  receive: (line: string) => void,
): void {
  let parts: string[] = [];
  let size = 0;
  stdout.setEncoding("utf8").on("data", (text: string) => {
    size += text.length;
    if (size > limit) {
      stdout.destroy();
      return fail(`the server sends more than ${limit / 1_000_000} MB`);
    }
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      parts.push(line);
      if (index === lines.length - 1) continue;
      receive(parts.join(""));
      parts = [];
    }
  });
}

function quotedErrorOutput(errors: string): string {
  return errors.trim() === "" ? "" : `; it says:\n${errors.trim()}`;
}

async function endedChild(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.stdin.end();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (await hasEnded(child)) break;
    endChild(child, signal);
  }
  await hasEnded(child);
  // Child processes may have outlived the server.
  endChild(child, "SIGKILL");
  for (const stream of [child.stdout, child.stderr, child.stdin]) stream.destroy();
}

async function hasEnded(child: ChildProcessWithoutNullStreams): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  const timeout = AbortSignal.timeout(childPatienceMs);
  return once(child, "exit", { signal: timeout }).then(
    () => true,
    () => false,
  );
}

function endChild({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // The server has already exited.
  }
}
